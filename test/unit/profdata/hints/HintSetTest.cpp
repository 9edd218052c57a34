//===- HintSetTest.cpp ----------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestHints.h"
#include "llvm/Support/MD5.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

TEST(Hint, WordsHaveLevels) {
  EXPECT_EQ((Hint{HintType::Indirect, 32}).word(), "indirect");
  EXPECT_EQ((Hint{HintType::Next, 32, 3}).word(), "next3");
  EXPECT_EQ(hintName({HintType::Inner, 8, 2}, 5), "__prefetch_inner2_5");
  EXPECT_EQ(hintName({HintType::Next, 8, 2, HintType::NTA}, 5),
            "__prefetch_next2_nta_5");
  EXPECT_EQ(hintOfWord("outer_t0"), (Hint{HintType::Outer}));
  for (const char *Word :
       {"nta", "w", "indirect", "inner2", "outer3", "next4", "indirect_nta",
        "inner2_w", "next4_t2", "pushed", "pushed_nta"}) {
    std::optional<Hint> H = hintOfWord(Word);
    ASSERT_TRUE(H) << Word;
    EXPECT_EQ(H->word(), Word);
    std::string Name = hintName(*H, 7);
    for (auto Parsed : {parseHintName(Name), hintNameOfHash(MD5Hash(Name))}) {
      ASSERT_TRUE(Parsed) << Word;
      EXPECT_EQ(Parsed->What, *H);
      EXPECT_EQ(Parsed->Index, 7u);
    }
  }
  for (const char *Word :
       {"", "2", "t02", "w2", "nta4", "indirect1", "indirect0", "indirect5",
        "next22", "indirect-2", "indirect_", "indirect_inner", "indirect_nta2",
        "nta_t0", "t0_", "_nta", "indirect_nta_t0", "pushed2", "pushed2_nta"})
    EXPECT_FALSE(hintOfWord(Word)) << Word;
}

TEST(HintSet, KeepsOrderAndDropsRepetitions) {
  HintSet Hints;
  MemoryOperationKey Key{{{"f", 1, 0}}};
  EXPECT_TRUE(Hints.add(Key, {HintType::T0, 8}));
  EXPECT_TRUE(Hints.add(Key, {HintType::NTA, 8}));
  EXPECT_FALSE(Hints.add(Key, {HintType::T0, 8}));
  EXPECT_EQ(Hints.numHints(), 2u);
  EXPECT_EQ(textOf(Hints), "f:1 t0 8\nf:1 nta 8\n");
}

TEST(HintSet, HoldsSoManyAtAnOperation) {
  HintSet Hints;
  MemoryOperationKey Key{{{"f", 1, 0}}};
  for (unsigned I = 0; I <= MaxHintIndex; ++I)
    EXPECT_TRUE(Hints.add(Key, {HintType::NTA, I}));
  EXPECT_FALSE(Hints.add(Key, {HintType::NTA, -1}));
  EXPECT_EQ(Hints.numHints(), MaxHintIndex + 1u);
}

TEST(HintSet, MergeAddsWhatIsNew) {
  HintSet A = someHints(), B = someHints();
  B.add(MemoryOperationKey{{{"sum", 3, 0}}}, {HintType::T0, 64});
  ASSERT_FALSE(errorToBool(A.merge(B)));
  EXPECT_EQ(textOf(A), textOf(B));
  EXPECT_EQ(A.numHints(), someHints().numHints() + 1);
}

TEST(HintSet, MergeRefusesHashesAmongNames) {
  HintSet Names = someHints(), Hashes;
  Hashes.HasHashes = true;
  Hashes.add(MemoryOperationKey{{{"77", 1, 0}}}, {HintType::T0, 64});
  std::string Before = textOf(Names);
  EXPECT_TRUE(errorToBool(Names.merge(Hashes)));
  EXPECT_EQ(textOf(Names), Before);
  // An empty set contradicts nothing.
  EXPECT_FALSE(errorToBool(Names.merge(HintSet())));
  HintSet None;
  EXPECT_FALSE(errorToBool(None.merge(Hashes)));
  EXPECT_TRUE(None.HasHashes);
}

TEST(HintSet, FindsByNameWhateverItHas) {
  HintSet Hints = someHints();
  ASSERT_TRUE(Hints.find("sum"));
  EXPECT_EQ(Hints.find("sum")->size(), 2u);
  // Inlined code belongs to the function that contains it.
  EXPECT_FALSE(Hints.find("_Z4stepi"));
  HintSet Hashes;
  Hashes.HasHashes = true;
  Hashes.add(MemoryOperationKey{{{std::to_string(MD5Hash("sum")), 1, 0}}},
             {HintType::T0, 64});
  EXPECT_TRUE(Hashes.find("sum"));
  EXPECT_FALSE(Hashes.find("caller"));
}
