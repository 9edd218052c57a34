// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/patch/plan/PlanView.h"
#include "test/unit/runtime/patch/plan/PlanBytes.h"
#include "gtest/gtest.h"
#include <cstring>
#include <random>

using namespace udpc;
using namespace udpc::rt;

TEST(PlanView, FindsItsParts) {
  PlanBytes P;
  PlanView V;
  ASSERT_EQ(viewPlan(P.File.data(), P.File.size(), V), nullptr);
  EXPECT_STREQ(V.Path, "/bin/a");
  EXPECT_EQ(V.BuildId[2], 3);
  EXPECT_EQ(V.Fixups[1].Target, 64u);
  EXPECT_EQ(V.Patches[1].Address, 0x1200u);
  EXPECT_EQ(V.newBytes(V.Patches[1]) - V.oldBytes(V.Patches[1]), 1);
  EXPECT_EQ(V.PatchSlots[1], 2u);
  EXPECT_EQ(V.Counts[1].Skip, 127u);
  EXPECT_EQ(V.firstMovedFrom(0x1000), 0u);
  EXPECT_EQ(V.firstMovedFrom(0x1101), 1u);
  EXPECT_EQ(V.firstMovedFrom(0x1103), 1u);
  EXPECT_EQ(V.firstMovedFrom(0x1201), 3u);
  EXPECT_TRUE(takesInstructions(V.Patches[0]));
  EXPECT_FALSE(takesInstructions(V.Patches[1]));
}

TEST(PlanView, DamageIsSeen) {
  PlanBytes P;
  for (size_t I = 0; I != P.File.size(); ++I) {
    P.File[I] ^= 4;
    EXPECT_NE(P.wrong(), "") << I;
    P.File[I] ^= 4;
  }
  std::vector<uint8_t> Whole = P.File;
  for (size_t Size = 0; Size != Whole.size(); ++Size) {
    P.File.assign(Whole.begin(), Whole.begin() + Size);
    EXPECT_NE(P.wrong(), "") << Size;
  }
}

TEST(PlanView, SaysWhatIsWrong) {
  PlanBytes P;
  P.H.Magic[0] = 'x';
  P.sign();
  EXPECT_EQ(P.wrong(), "it is no plan");
  P = {};
  ++P.H.Version;
  P.sign();
  EXPECT_EQ(P.wrong(), "it is of another version of udpc");
  P = {};
  ++P.H.Checksum;
  memcpy(P.File.data(), &P.H, sizeof(P.H));
  EXPECT_EQ(P.wrong(), "it is damaged");
  P = {};
  P.H.End = P.H.Begin;
  P.sign();
  EXPECT_EQ(P.wrong(), "it is inconsistent");
}

/// An accepted plan stays within the file, even with a valid checksum.
TEST(PlanView, SurvivesWhatIsSigned) {
  std::mt19937 Random(1);
  unsigned Accepted = 0;
  for (unsigned Try = 0; Try != 20000; ++Try) {
    PlanBytes P;
    size_t At = Random() % (P.File.size() - 16) + 16;
    P.File[At] = uint8_t(Random());
    memcpy(&P.H, P.File.data(), sizeof(P.H));
    P.sign();
    PlanView V;
    if (viewPlan(P.File.data(), P.File.size(), V))
      continue;
    ++Accepted;
    for (uint32_t I = 0; I != V.Header->NumPatches; ++I) {
      const plan::PatchRec &R = V.Patches[I];
      ASSERT_LE(V.newBytes(R) + R.Size, P.File.data() + P.File.size());
      ASSERT_GE(R.Address, V.Header->Begin);
      ASSERT_LE(R.Address + R.Size, V.Header->End);
      ASSERT_LE(R.FirstSlot + R.NumSlots, V.Header->NumPatchSlots);
    }
    for (uint32_t I = 0; I != V.Header->NumFixups; ++I)
      ASSERT_LE(V.Fixups[I].Offset + 4, V.Header->CodeSize);
  }
  EXPECT_GT(Accepted, 100u);
}
