// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/costs/Summary.h"
#include "gtest/gtest.h"
#include <string>

using namespace udpc;
using namespace udpc::rt;

static std::string summary(const LineCosts &Totals, bool HasCaches,
                           const CallCounts &Calls = {},
                           bool HasBranches = false) {
  char Text[4096];
  TextBuffer Out(Text, sizeof(Text));
  addSummary(Out, 42, Totals, Calls, HasCaches, HasBranches);
  EXPECT_FALSE(Out.overflowed());
  return Text;
}

// Taken from a run of Cachegrind.
TEST(Summary, IsAsCachegrindPrintsIt) {
  EXPECT_EQ(
      summary({{648991, 1076, 1061, 93919, 66749, 66504, 75469, 345, 305}},
              true),
      "==42== I   refs:      648,991\n"
      "==42== I1  misses:      1,076\n"
      "==42== LLi misses:      1,061\n"
      "==42== I1  miss rate:    0.17%\n"
      "==42== LLi miss rate:    0.16%\n"
      "==42== \n"
      "==42== D   refs:      169,388  (93,919 rd   + 75,469 wr)\n"
      "==42== D1  misses:     67,094  (66,749 rd   +    345 wr)\n"
      "==42== LLd misses:     66,809  (66,504 rd   +    305 wr)\n"
      "==42== D1  miss rate:    39.6% (  71.1%     +    0.5%  )\n"
      "==42== LLd miss rate:    39.4% (  70.8%     +    0.4%  )\n"
      "==42== \n"
      "==42== LL refs:        68,170  (67,825 rd   +    345 wr)\n"
      "==42== LL misses:      67,870  (67,565 rd   +    305 wr)\n"
      "==42== LL miss rate:      8.3% (   9.1%     +    0.4%  )\n");
}

TEST(Summary, HasReferencesOnlyWithoutCaches) {
  EXPECT_EQ(summary({{1234567, 0, 0, 1000, 0, 0, 12, 0, 0}}, false),
            "==42== I   refs:      1,234,567\n"
            "==42== D   refs:          1,012  (1,000 rd   + 12 wr)\n");
}

// Taken from a run of Cachegrind with --cache-sim=no.
TEST(Summary, BranchesAreAsCachegrindPrintsThem) {
  EXPECT_EQ(summary({{130102, 0, 0, 9, 0, 0, 8, 0, 0, 27834, 3258, 289, 146}},
                    false, {}, true),
            "==42== I   refs:      130,102\n"
            "==42== D   refs:           17  (9 rd   + 8 wr)\n"
            "==42== \n"
            "==42== Branches:       28,123  (27,834 cond + 289 ind)\n"
            "==42== Mispredicts:     3,404  ( 3,258 cond + 146 ind)\n"
            "==42== Mispred rate:     12.1% (  11.7%     + 50.5%   )\n");
}

TEST(Summary, NamesCallsOfOtherCode) {
  EXPECT_EQ(summary({{1000, 0, 0, 10, 0, 0, 2, 0, 0}}, false,
                    {1234, 7, 3, 0, 0, 0, 0}),
            "==42== I   refs:      1,000\n"
            "==42== D   refs:         12  (10 rd   + 2 wr)\n"
            "==42== Not profiled:  7 of 1,234 calls left the profiled code; 3 "
            "went through pointers\n");
}

TEST(Summary, SaysHowMuchAllocationsMatter) {
  CallCounts Calls = {1234, 70, 3, 0, 0, 0, 50};
  LineCosts Costs = {{1000, 0, 0, 10, 150, 0, 2, 50, 0}};
  auto Has = [](const std::string &Text, const char *Line) {
    return Text.find(Line) != std::string::npos;
  };
  EXPECT_TRUE(Has(summary(Costs, true, Calls),
                  "3 went through pointers\n"
                  "==42== Allocations:   50 of these, whose accesses are not "
                  "simulated: 25.0% of D1 misses if each causes one\n"));
  // No more than there are.
  Calls.Allocations = 5000;
  EXPECT_TRUE(Has(summary(Costs, true, Calls),
                  "100.0% of D1 misses if each causes one\n"));
  EXPECT_FALSE(Has(summary(Costs, false, Calls), "Allocations"));
  Calls.Allocations = 0;
  EXPECT_FALSE(Has(summary(Costs, true, Calls), "Allocations"));
}

TEST(Summary, SaysWhatWasNotRecorded) {
  EXPECT_EQ(summary({{1000, 0, 0, 10, 0, 0, 2, 0, 0}}, false,
                    {9, 0, 0, 5000, 60, 462, 0}),
            "==42== I   refs:      1,000\n"
            "==42== D   refs:         12  (10 rd   + 2 wr)\n"
            "==42== Calls:         5,000 were not recorded: too deep, or no "
            "memory\n"
            "==42== Contexts:      60 calls, with all below, are 'others': "
            "see max_contexts\n"
            "==42== Without calls: 46.2% of Ir, in code whose calls were not "
            "recorded\n");
}

TEST(Summary, IsZeroForNothing) {
  std::string Text = summary({}, true);
  EXPECT_NE(Text.find("I   refs:      0\n"), std::string::npos);
  EXPECT_NE(Text.find("I1  miss rate: 0.00%\n"), std::string::npos);
  EXPECT_NE(Text.find("LL miss rate:  0.0% (0.0%     + 0.0%  )\n"),
            std::string::npos);
}

TEST(Summary, TakesLargeNumbers) {
  constexpr uint64_t Large = 10000000000000000000u;
  std::string Text = summary({{Large, Large / 4, Large / 1000}}, true);
  EXPECT_NE(Text.find("I   refs:      10,000,000,000,000,000,000\n"),
            std::string::npos);
  EXPECT_NE(Text.find(" 25.00%\n"), std::string::npos);
  EXPECT_NE(Text.find(" 0.10%\n"), std::string::npos);
}

TEST(Summary, DescribesTheGeometry) {
  char Text[100];
  TextBuffer Out(Text, sizeof(Text));
  addGeometry(Out, {32768, 8, 64});
  addGeometry(Out.add("; "), {268435456, 1, 64});
  EXPECT_STREQ(Text, "32768 B, 64 B, 8-way associative; "
                     "268435456 B, 64 B, direct-mapped");
}
