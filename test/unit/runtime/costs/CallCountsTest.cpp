// The runtime's summary and `udpc annotate` count the same calls.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/costs/CallCounts.h"
#include "profdata/cache/UnprofiledCalls.h"
#include "gtest/gtest.h"

using namespace udpc;
using rt::CallCounts;
using rt::CostView;
using rt::SymbolSet;

namespace {

/// A unit with one function of two blocks, counted by slots 0 and 1.
class Unit {
public:
  Unit(std::vector<std::string> Exports,
       std::vector<std::tuple<uint32_t, std::string, uint32_t>> Callees) {
    uint32_t F = Builder.addString("f");
    Builder.NumSlots = 2;
    Builder.Functions = {{F, F, 0, 1, 0, 2}};
    uint32_t Calls[2] = {1, 2}; // One each to a function of the unit.
    for (const auto &[Block, Symbol, NumCalls] : Callees) {
      Builder.Callees.push_back(
          {Block, Builder.addString(Symbol), udpc::abi::NoIndex, NumCalls, 0});
      Calls[Block] += NumCalls;
    }
    for (const std::string &E : Exports)
      Builder.Exports.push_back({Builder.addString(E)});
    Builder.Blocks = {{0, 0, udpc::abi::NoIndex, 0, 0, Calls[0]},
                      {0, 1, udpc::abi::NoIndex, 0, 0, Calls[1]}};
    Bytes = Builder.finish();
  }

  CostTableBuilder Builder;
  std::vector<uint8_t> Bytes;
};

/// Two units, executed as often as the values say.
struct Program {
  std::vector<Unit> Units;
  std::vector<std::vector<uint64_t>> Values;
};

} // namespace

static CallCounts countInRuntime(const Program &P) {
  std::vector<CostView> Views(P.Units.size());
  uint64_t NumExports = 0;
  for (size_t I = 0; I != Views.size(); ++I) {
    EXPECT_TRUE(
        viewCosts(P.Units[I].Bytes.data(), P.Units[I].Bytes.size(), Views[I]));
    EXPECT_TRUE(checkCosts(Views[I]));
    NumExports += Views[I].Header->NumExports;
  }
  std::vector<const char *> Slots(SymbolSet::capacityFor(NumExports));
  SymbolSet Profiled(Slots.data(), Slots.size());
  for (const CostView &View : Views)
    addExports(View, Profiled);
  CallCounts Calls = {};
  for (size_t I = 0; I != Views.size(); ++I)
    addCalls(Views[I], P.Values[I].data(), Profiled, Calls);
  return Calls;
}

static UnprofiledCalls countInTools(const Program &P) {
  CacheProfile Profile;
  Profile.Threads.emplace_back();
  for (size_t I = 0; I != P.Units.size(); ++I) {
    const std::vector<uint8_t> &Bytes = P.Units[I].Bytes;
    Profile.Units.push_back(llvm::cantFail(CostTable::decode(llvm::StringRef(
        reinterpret_cast<const char *>(Bytes.data()), Bytes.size()))));
    Profile.Modules.push_back("");
    for (uint32_t S = 0; S != 2; ++S)
      Profile.Threads[0].Slots.push_back({uint32_t(I), S, P.Values[I][S]});
  }
  UnprofiledCalls Calls;
  Calls.add(Profile);
  return Calls;
}

TEST(CallCounts, AreOfSymbolsThatNoUnitExports) {
  Program P;
  P.Units.emplace_back(
      std::vector<std::string>{"main"},
      std::vector<std::tuple<uint32_t, std::string, uint32_t>>{
          {0, "memcpy", 2}, {0, "", 1}, {1, "_Z1gv", 3}, {1, "memcpy", 1}});
  // `f`, which the first unit has too, is local in both: other code exports it.
  P.Units.emplace_back(std::vector<std::string>{"_Z1gv"},
                       std::vector<std::tuple<uint32_t, std::string, uint32_t>>{
                           {0, "f", 1}, {1, "_Z1hv", 5}, {1, "main", 1}});
  P.Values = {{10, 100}, {1000, 3}};

  CallCounts R = countInRuntime(P);
  UnprofiledCalls T = countInTools(P);
  EXPECT_EQ(R.All, 10u * 4 + 100 * 6 + 1000 * 2 + 3 * 8);
  EXPECT_EQ(R.ThroughPointers, 10u);
  EXPECT_EQ(R.Unprofiled, 20u + 100 + 1000 + 15);
  EXPECT_EQ(T.all(), R.All);
  EXPECT_EQ(T.throughPointers(), R.ThroughPointers);
  EXPECT_EQ(T.unprofiled(), R.Unprofiled);
  using Row = std::pair<std::string, uint64_t>;
  EXPECT_EQ(T.sorted(),
            (std::vector<Row>{{"f", 1000}, {"memcpy", 120}, {"h()", 15}}));
}

TEST(CallCounts, CountAllocations) {
  Program P;
  P.Units.emplace_back(std::vector<std::string>{"calloc"},
                       std::vector<std::tuple<uint32_t, std::string, uint32_t>>{
                           {0, "malloc", 2},
                           {0, "free", 100},
                           {0, "_Znwm", 3},
                           {0, "_Z", 100},
                           {1, "_ZnamSt11align_val_t", 1},
                           {0, "_ZnsE", 100},
                           {0, "", 100},
                           {1, "calloc", 100},
                           {1, "mallocx", 100},
                           {0, "_ZdlPv", 100}});
  P.Values = {{10, 1000}};
  EXPECT_EQ(countInRuntime(P).Allocations, 10u * 2 + 10 * 3 + 1000);
}

TEST(CallCounts, Saturate) {
  Program P;
  P.Units.emplace_back(std::vector<std::string>{},
                       std::vector<std::tuple<uint32_t, std::string, uint32_t>>{
                           {0, "g", 3}, {1, "g", 1}, {1, "", 7}});
  P.Values = {{INT64_MAX, INT64_MAX}};
  CallCounts R = countInRuntime(P);
  UnprofiledCalls T = countInTools(P);
  EXPECT_EQ(R.All, UINT64_MAX);
  EXPECT_EQ(R.Unprofiled, UINT64_MAX);
  EXPECT_EQ(R.ThroughPointers, UINT64_MAX);
  EXPECT_EQ(T.all(), R.All);
  EXPECT_EQ(T.unprofiled(), R.Unprofiled);
  EXPECT_EQ(T.throughPointers(), R.ThroughPointers);
}

TEST(SymbolSet, HoldsAsManyAsItIsMadeFor) {
  std::vector<std::string> Names;
  for (unsigned I = 0; I != 1000; ++I)
    Names.push_back("s" + std::to_string(I));
  std::vector<const char *> Slots(SymbolSet::capacityFor(Names.size()));
  SymbolSet Set(Slots.data(), Slots.size());
  for (const std::string &Name : Names)
    Set.insert(Name.c_str());
  for (const std::string &Name : Names)
    EXPECT_TRUE(Set.contains(Name.c_str()));
  EXPECT_FALSE(Set.contains("s1000"));
  EXPECT_FALSE(Set.contains(""));
}
