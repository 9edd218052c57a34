//===- HintGroupTest.cpp - Groups of hints, and their distances -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/search/HintGroup.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace udpc;

static MemoryOperationKey key(const char *Function, uint32_t Line,
                              uint32_t Discriminator = 0) {
  return {{{Function, Line, Discriminator}}};
}

static HintGroup single(int64_t Delta, double Stride = 0) {
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
  std::optional<HintGroup> Between = single(32 * 200 + 8, 200.25).scaled(0.5);
  ASSERT_TRUE(Between);
  EXPECT_EQ(delta(*Between), 16 * 200 + 4);
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

static std::vector<std::string> variants(const HintGroup &First,
                                         const Calibration &C) {
  std::vector<std::string> Texts;
  for (const HintGroup &G : variantsOf(First, C))
    Texts.push_back(G.hintsText());
  return Texts;
}

TEST(HintGroup, VariesTypeAndDistance) {
  using Texts = std::vector<std::string>;
  Calibration C;
  EXPECT_EQ(
      variants(single(8 * 192, 192), C),
      (Texts{"t0 +1536", "nta +1536", "t0 +3072", "nta +3072", "t0 +768",
             "nta +768", "t0 +6144", "nta +6144", "t0 +384", "nta +384"}));
  // No fractions without a stride, and none that are equal.
  EXPECT_EQ(variants(single(192), C),
            (Texts{"t0 +192", "nta +192", "t0 +384", "nta +384", "t0 +768",
                   "nta +768"}));
  EXPECT_EQ(variants(single(192, 192), C), variants(single(192), C));
  // A type that the processor gains by comes first, and t1 if it is one.
  C.Worth[size_t(HintType::NTA)] = {1, 1.1};
  C.Worth[size_t(HintType::T1)] = {1.3, 1.2};
  EXPECT_EQ(variants(single(192, 192), C).at(1), "t1 +192");
  EXPECT_EQ(variants(single(192, 192), C).at(2), "nta +192");
}

TEST(HintGroup, OneHintForRunsThatEndIsAVariant) {
  using Texts = std::vector<std::string>;
  HintSet Set;
  for (int64_t Misses : {4, 8, 16})
    Set.add(key("f", 1), {HintType::T0, Misses * 192});
  HintGroup First = groupsOf(Set).front();
  First.Stride = 192;
  EXPECT_EQ(variants(First, Calibration()),
            (Texts{"t0 +768..+3072 (3)", "t0 +1536", "nta +768..+3072 (3)",
                   "nta +1536", "t0 +3072", "nta +3072", "t0 +768", "nta +768",
                   "t0 +6144", "nta +6144", "t0 +384", "nta +384"}));
}

TEST(HintGroup, VariesOnlyTypesOfBurstsAndDistancesOfIndirect) {
  using Texts = std::vector<std::string>;
  HintSet Set;
  Set.add(key("f", 1), {HintType::T0, 64});
  Set.add(key("f", 1), {HintType::T0, 128});
  EXPECT_EQ(variants(groupsOf(Set).front(), Calibration()),
            (Texts{"t0 +64..+128 (2)", "nta +64..+128 (2)"}));
  HintSet Indirect;
  Indirect.add(key("f", 1), {HintType::Indirect, 16});
  EXPECT_EQ(variants(groupsOf(Indirect).front(), Calibration()),
            (Texts{"indirect +16", "indirect_nta +16", "indirect +32",
                   "indirect +8", "outer +16", "next2 +16", "inner +16",
                   "pushed +1", "indirect2 +16"}));
  // With a distance of its own for the outer loop.
  HintSet Short;
  Short.add(key("f", 1), {HintType::Indirect, 16});
  Short.add(key("f", 1), {HintType::Outer, 2});
  EXPECT_EQ(
      variants(groupsOf(Short).front(), Calibration()),
      (Texts{"indirect +16, outer +2", "indirect_nta +16, outer_nta +2",
             "indirect +32, outer +4", "indirect +8, outer +1", "outer +2",
             "next2 +2", "inner +16", "pushed +1", "indirect2 +16, outer +2"}));
  HintSet Outer;
  Outer.add(key("f", 1), {HintType::Outer, 1});
  EXPECT_EQ(variants(groupsOf(Outer).front(), Calibration()),
            (Texts{"outer +1", "outer_nta +1", "outer +2", "next2 +1",
                   "inner +1", "indirect +1", "pushed +1", "outer2 +1"}));
  // A group of type pushed alone has no distance: others get a usual one.
  HintSet Pushed;
  Pushed.add(key("f", 1), {HintType::Pushed, 1});
  HintGroup OfPushed = groupsOf(Pushed).front();
  EXPECT_FALSE(OfPushed.scaled(2));
  EXPECT_EQ(variants(OfPushed, Calibration()),
            (Texts{"pushed +1", "pushed_nta +1", "outer +16", "next2 +16",
                   "inner +16", "indirect +16"}));
  // Beside a delta of a load in the line of a call, which stays.
  Indirect.add(key("f", 1), {HintType::T0, 4096});
  HintGroup Both = *groupsOf(Indirect).front().scaled(2);
  EXPECT_EQ(
      Both.Hints.begin()->second,
      (HintSet::HintList{{HintType::Indirect, 32}, {HintType::T0, 4096}}));
}

TEST(HintGroup, FurtherLinesOfAnObjectAreTriedWithItAndLeftOut) {
  using Texts = std::vector<std::string>;
  // As recommended: the lines that miss most come first.
  HintSet Set;
  Set.add(key("f", 1), {HintType::T0, 64});
  Set.add(key("f", 1), {HintType::T0, 128});
  Set.add(key("f", 1), {HintType::Indirect, 16});
  HintGroup First = groupsOf(Set).front();
  EXPECT_EQ(First.type(), HintType::Indirect);
  EXPECT_EQ(
      variants(First, Calibration()),
      (Texts{"indirect +16, t0 +64, t0 +128",
             "indirect_nta +16, nta +64, nta +128",
             "indirect +32, t0 +64, t0 +128", "indirect +8, t0 +64, t0 +128",
             "indirect +16", "outer +16, t0 +64, t0 +128",
             "next2 +16, t0 +64, t0 +128", "inner +16, t0 +64, t0 +128",
             "pushed +1, t0 +64, t0 +128", "indirect2 +16, t0 +64, t0 +128"}));
  EXPECT_FALSE(First.withoutBeside()->withoutBeside());
  HintSet Deltas;
  Deltas.add(key("f", 1), {HintType::T0, 64});
  EXPECT_FALSE(groupsOf(Deltas).front().withoutBeside());
}

TEST(HintGroup, NextLinesAreInPlaceOfIndirectHints) {
  using Texts = std::vector<std::string>;
  HintSet Set;
  Set.add(key("f", 1), {HintType::Indirect, 16});
  Set.add(key("f", 1), {HintType::Outer, 2});
  EXPECT_EQ(variants(groupsOf(Set).front().withNextLine(), Calibration()),
            (Texts{"t0 +64", "nta +64", "t0 +128", "nta +128", "t0 +256",
                   "nta +256"}));
}

TEST(HintGroup, NeighboursDifferInOneRespect) {
  using Texts = std::vector<std::string>;
  auto Near = [](const HintGroup &Best, ArrayRef<HintGroup> Tried) {
    Texts Result;
    for (const HintGroup &G : neighboursOf(Best, Tried, Calibration()))
      Result.push_back(G.hintsText());
    return Result;
  };
  HintSet Set;
  Set.add(key("f", 1), {HintType::Indirect, 16});
  HintGroup First = groupsOf(Set).front();
  std::vector<HintGroup> Tried = variantsOf(First, Calibration());
  EXPECT_EQ(Near(First, Tried), Texts());
  HintGroup Nta = First.withPrefetch(HintType::NTA);
  EXPECT_EQ(Near(Nta, Tried), (Texts{"indirect_nta +32", "indirect_nta +8"}));
  HintGroup Next = *Nta.withPlace(HintType::Next, 2);
  EXPECT_EQ(Near(Next, Tried), (Texts{"next2_nta +32", "next2_nta +8"}));
  HintGroup Far = *First.scaled(2);
  EXPECT_EQ(Near(Far, Tried), (Texts{"indirect +64", "indirect_nta +32"}));
  // Of deltas all types are tried at all distances but beyond.
  HintGroup Delta = single(64 * 192, 192);
  Tried = variantsOf(Delta, Calibration());
  EXPECT_EQ(Near(Delta, Tried), Texts());
  EXPECT_EQ(Near(*Delta.scaled(4), Tried), (Texts{"t0 +98304"}));
}
