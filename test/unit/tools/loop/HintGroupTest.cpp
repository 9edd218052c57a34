//===- HintGroupTest.cpp - Groups of hints, and their distances -----------===//

#include "tools/udpc/loop/LoopReport.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace udpc;

static MemoryOperationKey key(const char *Function, uint32_t Line,
                              uint32_t Discriminator = 0) {
  return {{{Function, Line, Discriminator}}};
}

static HintGroup single(int64_t Delta, int64_t Stride = 0) {
  HintSet Set;
  Set.add(key("f", 1), {HintType::T0, Delta});
  HintGroup G = groupsOf(Set).front();
  G.Stride = Stride;
  return G;
}

static int64_t delta(const HintGroup &G) {
  return G.Hints.begin()->second.front().Delta;
}

TEST(HintGroup, CopiesOfALineAreOneGroup) {
  HintSet Set;
  Set.add(key("g", 1), {HintType::T0, 64});
  Set.add(key("f", 2), {HintType::T0, 64});
  Set.add(key("f", 2, 4), {HintType::T0, 64});
  Set.add(key("f", 2, 4), {HintType::T0, 128});
  Set.add(key("f", 1), {HintType::W, 64});
  std::vector<HintGroup> Groups = groupsOf(Set);
  ASSERT_EQ(Groups.size(), 3u);
  EXPECT_EQ(Groups[0].Line.text(), "f:1");
  EXPECT_EQ(Groups[1].Line.text(), "f:2");
  EXPECT_EQ(Groups[1].Hints.size(), 2u);
  EXPECT_EQ(Groups[2].Line.text(), "g:1");

  EXPECT_EQ(hintsOf(Groups, {1}, false).numHints(), 3u);
  EXPECT_EQ(hintsOf(Groups, {0, 1, 2}, false).numHints(), Set.numHints());
  EXPECT_TRUE(hintsOf(Groups, {}, true).HasHashes);
}

TEST(HintGroup, ScalesByWholeStrides) {
  std::optional<HintGroup> Farther = single(3 * 192, 192).scaled(2);
  ASSERT_TRUE(Farther);
  EXPECT_EQ(delta(*Farther), 6 * 192);
  EXPECT_EQ(Farther->Farther, 2);
  std::optional<HintGroup> Nearer = single(3 * 192, 192).scaled(0.5);
  ASSERT_TRUE(Nearer);
  EXPECT_EQ(delta(*Nearer), 2 * 192);
  std::optional<HintGroup> Down = single(-4 * 64, -64).scaled(0.5);
  ASSERT_TRUE(Down);
  EXPECT_EQ(delta(*Down), -2 * 64);
}

TEST(HintGroup, DoesNotScaleToNowhere) {
  // Half of a delta may not be a valid distance.
  EXPECT_FALSE(single(3 * 192).scaled(0.5));
  EXPECT_TRUE(single(3 * 192).scaled(2));
  // One stride cannot be halved: it would be the same, or none.
  EXPECT_FALSE(single(192, 192).scaled(0.5));
  EXPECT_FALSE(single(192, 192).scaled(0.25));
  EXPECT_FALSE(single(12 << 20, 4096).scaled(2));
  // Each hint of a burst has its line.
  HintSet Set;
  Set.add(key("f", 1), {HintType::T0, 64});
  Set.add(key("f", 1), {HintType::T0, 128});
  EXPECT_FALSE(groupsOf(Set).front().scaled(2));
}
