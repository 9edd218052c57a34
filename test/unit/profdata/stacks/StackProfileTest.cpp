//===- StackProfileTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/stacks/StackProfile.h"
#include "profdata/stacks/FrameNames.h"
#include "profdata/stacks/Gzip.h"
#include "profdata/stacks/Protobuf.h"
#include "profdata/stacks/StackFiles.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {

/// main calls f at two places; in the second one, g is inlined.
static StackProfile testStacks() {
  StackProfile P;
  P.Types = {{"calls", "count"}, {"misses", "count"}};
  uint32_t Main = P.addFunction({"main", "", "/src/a.c", 1});
  uint32_t F = P.addFunction({"f;x\n", "", "/src/a.c", 0});
  uint32_t G = P.addFunction({"g", "", "", 0});
  uint32_t InMain = P.addPlace({0, 16, {{Main, 2}}});
  uint32_t InF = P.addPlace({0, 32, {{F, 5}}});
  uint32_t InG = P.addPlace({0, 36, {{G, 7}, {F, 6}}});
  P.add({{InF, InMain}, {}}, 0, 3);
  P.add({{InG, InMain}, {}}, 0, 4);
  P.add({{InG, InMain}, {}}, 1, -2);
  return P;
}

template <typename Writer> static std::string written(Writer Write) {
  std::string Text;
  raw_string_ostream OS(Text);
  Write(OS);
  return Text;
}

TEST(StackProfile, NumbersEqualThingsOnce) {
  StackProfile P = testStacks();
  EXPECT_EQ(P.addFunction({"f;x\n", "", "/src/a.c", 4}), 1u);
  EXPECT_EQ(P.functions()[1].Line, 4u) << "a known line replaces none";
  EXPECT_EQ(P.addFunction({"f;x\n", "", "/src/a.h", 4}), 3u);
  EXPECT_EQ(P.addPlace({0, 32, {{1, 5}}}), 1u);
  EXPECT_EQ(P.addPlace({0, 33, {{1, 5}}}), 3u);
}

TEST(StackProfile, SumsStayAtTheLimit) {
  StackProfile P = testStacks();
  EXPECT_FALSE(P.overflowed());
  P.add({{0}, {}}, 1, INT64_MAX);
  P.add({{0}, {}}, 1, 1);
  EXPECT_EQ(P.samples().at({{0}, {}})[1], INT64_MAX);
  EXPECT_TRUE(P.overflowed());
}

TEST(StackProfile, KeepsTypes) {
  StackProfile P = testStacks();
  P.keepTypes([](StringRef Name) { return Name == "misses"; });
  ASSERT_EQ(P.Types.size(), 1u);
  ASSERT_EQ(P.samples().size(), 1u) << "one has calls only";
  EXPECT_EQ(P.samples().begin()->second, std::vector<int64_t>{-2});
}

TEST(FrameNames, ListInlinedFunctionsAndTheLine) {
  StackProfile P = testStacks();
  StackProfile::Key InG = std::prev(P.samples().end())->first;
  std::vector<FrameName> Names = frameNames(P, InG, {/*Lines=*/false});
  ASSERT_EQ(Names.size(), 3u);
  EXPECT_EQ(Names[0].Name, "main");
  EXPECT_EQ(Names[2].Name, "g");
  EXPECT_EQ(frameNames(P, InG, {/*Lines=*/true}).size(), 3u)
      << "the file of g is unknown";
  Names = frameNames(P, P.samples().begin()->first, {/*Lines=*/true});
  ASSERT_EQ(Names.size(), 3u);
  EXPECT_EQ(Names[2].Name, "a.c:5");
  EXPECT_EQ(Names[2].Line, 5u);
}

TEST(FoldedFile, ReplacesWhatSeparates) {
  StackProfile P = testStacks();
  EXPECT_EQ(written([&](raw_ostream &OS) { writeFolded(P, 0, {}, OS); }),
            "main;f:x  3\nmain;f:x ;g 4\n");
  EXPECT_EQ(written([&](raw_ostream &OS) { writeFolded(P, 1, {}, OS); }),
            "main;f:x ;g -2\n");
}

TEST(SpeedscopeFile, LeavesNegativeSamplesOut) {
  StackProfile P = testStacks();
  std::string Text =
      written([&](raw_ostream &OS) { writeSpeedscope(P, {}, OS); });
  EXPECT_NE(Text.find("\"endValue\": 7"), std::string::npos);
  EXPECT_EQ(Text.find("-2"), std::string::npos);
}

TEST(Protobuf, EncodesFields) {
  ProtobufMessage M, Inner;
  M.add(1, uint64_t(150));
  M.add(2, uint64_t(0));
  M.add(3, ArrayRef<int64_t>({1, -1}));
  Inner.add(16, "ab");
  M.add(4, Inner);
  EXPECT_EQ(M.bytes(), StringRef("\x08\x96\x01"
                                 "\x1a\x0b\x01\xff\xff\xff\xff\xff\xff\xff\xff"
                                 "\xff\x01"
                                 "\x22\x05\x82\x01\x02"
                                 "ab",
                                 23));
}

TEST(Gzip, HasHeaderAndTrailer) {
  SmallVector<uint8_t, 0> Bytes = gzip("");
  ASSERT_GE(Bytes.size(), 20u);
  EXPECT_EQ(Bytes[0], 0x1f);
  EXPECT_EQ(Bytes[1], 0x8b);
  EXPECT_EQ(Bytes[Bytes.size() - 1], 0) << "the size";
}

} // namespace udpc
