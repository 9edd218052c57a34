//===- RegionTreeTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/costs/RegionTree.h"
#include "gtest/gtest.h"
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace udpc::rt;
using udpc::abi::MaxRegions;

namespace {

class RegionTreeTest : public testing::Test {
protected:
  static std::string pathOf(const RegionNode *N) {
    std::string Path;
    for (; N; N = N->Parent)
      Path = "/" + std::string(N->Name, N->NameSize) + Path;
    return Path;
  }
  std::string top() const { return pathOf(Stack.top()); }
  const RegionNode *node(const std::string &Path) {
    for (uint32_t I = 0; I != Tree.size(); ++I)
      if (pathOf(&Tree[I]) == Path)
        return &Tree[I];
    return nullptr;
  }
  void begin(const std::string &Name) { Tree.begin(Stack, Name.c_str()); }
  bool end(const std::string &Name) { return Tree.end(Stack, Name.c_str()); }

  std::unique_ptr<RegionTree> Owner = std::make_unique<RegionTree>();
  RegionTree &Tree = *Owner;
  RegionStack Stack = {};
};

} // namespace

TEST_F(RegionTreeTest, NestsByName) {
  EXPECT_TRUE(Stack.isEmpty());
  begin("a");
  begin("b");
  EXPECT_EQ(top(), "/a/b");
  EXPECT_TRUE(end("b"));
  begin("c");
  EXPECT_EQ(top(), "/a/c");
  EXPECT_TRUE(end("c"));
  EXPECT_TRUE(end("a"));
  begin("b");
  EXPECT_EQ(top(), "/b");
  EXPECT_EQ(Tree.size(), 4u);
  EXPECT_NE(node("/b"), node("/a/b"));
  EXPECT_EQ(node("/a/b")->Begins, 1u);
  EXPECT_EQ(node("/b")->Ends, 0u);
}

TEST_F(RegionTreeTest, RecursionEntersAgain) {
  begin("a");
  begin("b");
  begin("a");
  EXPECT_EQ(top(), "/a/b");
  EXPECT_TRUE(end("a"));
  EXPECT_EQ(top(), "/a/b");
  EXPECT_TRUE(end("b"));
  EXPECT_TRUE(end("a"));
  EXPECT_TRUE(Stack.isEmpty());
  EXPECT_EQ(Tree.size(), 2u);
  EXPECT_EQ(node("/a")->Begins, 2u);
  EXPECT_EQ(node("/a")->Ends, 2u);
}

TEST_F(RegionTreeTest, AnEndEndsWhatIsWithinAndUnknownOnesAreCounted) {
  EXPECT_FALSE(end("a"));
  begin("a");
  begin("b");
  begin("c");
  EXPECT_TRUE(end("a"));
  EXPECT_TRUE(Stack.isEmpty());
  EXPECT_EQ(node("/a/b/c")->Begins, 1u);
  EXPECT_EQ(node("/a/b/c")->Ends, 0u);
  EXPECT_FALSE(end("c"));
  EXPECT_EQ(Tree.numUnmatched(), 2u);
  Tree.reset();
  EXPECT_EQ(Tree.numUnmatched(), 0u);
  EXPECT_EQ(node("/a")->Begins, 0u);
}

TEST_F(RegionTreeTest, IdsAreSortedAndTheSameInOtherTrees) {
  std::map<std::string, uint64_t> Ids;
  for (const char *Name : {"x", "y", "z", "", "\xff\x80"}) {
    begin(Name);
    Ids[top()] = Stack.top()->Id;
  }
  for (uint32_t I = 1; I < Tree.size(); ++I)
    EXPECT_LT(Tree[I - 1].Id, Tree[I].Id);
  auto Other = std::make_unique<RegionTree>();
  RegionStack S = {};
  Other->begin(S, "q");
  EXPECT_TRUE(Other->end(S, "q"));
  Other->begin(S, "x");
  Other->begin(S, "y");
  EXPECT_EQ(S.top()->Id, Ids["/x/y"]);
}

TEST_F(RegionTreeTest, FunctionsEndWithTheirFrames) {
  Tree.enter(Stack, "f", 1000);
  begin("within");
  Tree.enter(Stack, "g", 900);
  Tree.enter(Stack, "f", 800);
  EXPECT_EQ(top(), "/f/within/g");
  // Left by longjmp to the first one, which calls another function.
  Tree.enter(Stack, "h", 950);
  EXPECT_EQ(top(), "/f/within/h");
  Tree.leave(Stack, "h", 950);
  EXPECT_EQ(top(), "/f/within");
  Tree.leave(Stack, "f", 1000);
  EXPECT_TRUE(Stack.isEmpty());
  EXPECT_EQ(Tree.numUnmatched(), 0u);
  Tree.enter(Stack, "f", 1000);
  Tree.enter(Stack, "f", 900);
  Tree.leave(Stack, "f", 900);
  EXPECT_EQ(top(), "/f");
  Tree.enter(Stack, "g", 800);
  Tree.enter(Stack, "h", 1000);
  EXPECT_EQ(top(), "/h");
  // It was left by a tail call, and is not known.
  Tree.leave(Stack, "g", 900);
  EXPECT_EQ(top(), "/h");
  Tree.leave(Stack, "h", 1000);
  EXPECT_TRUE(Stack.isEmpty());
  EXPECT_EQ(Tree.numUnmatched(), 0u);
}

TEST_F(RegionTreeTest, LongNamesAreCutOff) {
  std::string Long(300, 'n');
  begin(Long);
  EXPECT_EQ(Stack.top()->NameSize, 255u);
  EXPECT_TRUE(end(Long + "other"));
}

TEST_F(RegionTreeTest, BeyondTheLimitCostsStayWithOthers) {
  for (int I = 0; I != 1000; ++I) {
    begin("r" + std::to_string(I));
    EXPECT_EQ(top(), I < 255 ? "/r" + std::to_string(I) : "/(other)");
    EXPECT_TRUE(end("r" + std::to_string(I)));
  }
  EXPECT_EQ(Tree.size(), MaxRegions);
  EXPECT_EQ(node("/(other)")->Begins, 745u);
  EXPECT_EQ(node("/(other)")->Ends, 745u);
  EXPECT_EQ(Tree.numLimits(), 745u);
  // Within one that is known they are part of it.
  begin("r0");
  begin("new");
  EXPECT_EQ(top(), "/r0");
  begin("new");
  EXPECT_TRUE(end("new"));
  EXPECT_TRUE(end("new"));
  EXPECT_EQ(node("/r0")->Begins, 2u);
  EXPECT_EQ(node("/r0")->Ends, 1u);
  EXPECT_EQ(Tree.numLimits(), 746u);
}

TEST_F(RegionTreeTest, DepthIsLimited) {
  for (int I = 0; I != 400; ++I)
    begin("d" + std::to_string(I));
  for (int I = 400; I--;)
    EXPECT_TRUE(end("d" + std::to_string(I)));
  EXPECT_TRUE(Stack.isEmpty());
  EXPECT_EQ(Tree.numUnmatched(), 0u);
}

/// Like a thread's stack, without limits.
TEST_F(RegionTreeTest, IsTheSameAsAPlainStack) {
  std::mt19937 Random(7);
  std::vector<std::pair<std::string, int>> Plain;
  uint64_t Unmatched = 0;
  for (int I = 0; I != 20000; ++I) {
    std::string Name(1, char('a' + Random() % 4));
    auto At = Plain.end();
    for (auto It = Plain.begin(); It != Plain.end(); ++It)
      if (It->first == Name)
        At = It;
    if (Random() % 2) {
      begin(Name);
      if (At == Plain.end())
        Plain.push_back({Name, 1});
      else
        ++At->second;
    } else {
      EXPECT_EQ(end(Name), At != Plain.end());
      if (At == Plain.end())
        ++Unmatched;
      else if (!--At->second)
        Plain.erase(At, Plain.end());
    }
    std::string Path;
    for (auto &Entry : Plain)
      Path += "/" + Entry.first;
    ASSERT_EQ(top(), Path);
  }
  EXPECT_EQ(Tree.numUnmatched(), Unmatched);
  EXPECT_LE(Tree.size(), 4u + 12 + 24 + 24);
  EXPECT_GT(Tree.size(), 50u);
}
