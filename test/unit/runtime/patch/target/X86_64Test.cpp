// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/patch/target/PatchTarget.h"
#include "udpc/encoding.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace udpc;
using namespace udpc::rt;
using Bytes = std::vector<uint8_t>;

#if defined(__x86_64__)

static const PatchTarget &Target = *patchTarget();
static constexpr size_t SiteSize = encoding::x86_64::Size;
static constexpr uint8_t Int3 = 0xcc;

// Trampolines are only encoded here.
extern "C" void rt::__udpc_count_at_site(const CallSite *) { abort(); }
void rt::countEveryAtSite(const EveryCallSite &, bool, uint64_t, uint64_t) {
  abort();
}

static Bytes site(const uint8_t *Code) { return Bytes(Code, Code + SiteSize); }
static int32_t distanceAt(const uint8_t *Code) {
  int32_t Result;
  memcpy(&Result, Code, sizeof(Result));
  return Result;
}

TEST(PatchX86_64, OffIsTheInstruction) {
  uint8_t Code[SiteSize];
  Target.EncodeOff({0x12, 1, 3}, Code);
  EXPECT_EQ(site(Code),
            (Bytes{0x66, 0x0f, 0x1f, 0x84, 0x00, 0x11, 0x12, 0xff, 0xdc}));
  const encoding::Instruction Set = {3, 0, 1, 0, 0x3abcde};
  Target.EncodeOff(Set, Code);
  EXPECT_EQ(site(Code),
            (Bytes{0x66, 0x0f, 0x1f, 0x84, 0xfa, 0x03, 0xde, 0xbc, 0xdc}));
  Target.EncodeOff({0x12, 1, 3}, Code);
  encoding::Instruction I;
  ASSERT_TRUE(encoding::x86_64::decode(Code, I));
  EXPECT_EQ(I.Counter, 0x12);
  EXPECT_EQ(I.Command, 1);
  EXPECT_EQ(I.Times, 3);
}

// Compared with what llvm-mc makes of incq %fs:-256, decq %fs:0x11223344.
TEST(PatchX86_64, StepsUpAndDown) {
  uint8_t Code[SiteSize];
  Target.EncodeStep(-256, false, Code);
  EXPECT_EQ(site(Code),
            (Bytes{0x64, 0x48, 0xff, 0x04, 0x25, 0x00, 0xff, 0xff, 0xff}));
  Target.EncodeStep(0x11223344, true, Code);
  EXPECT_EQ(site(Code),
            (Bytes{0x64, 0x48, 0xff, 0x0c, 0x25, 0x44, 0x33, 0x22, 0x11}));
}

TEST(PatchX86_64, JumpsAsFarAsItCan) {
  uint8_t Code[SiteSize];
  ASSERT_TRUE(Target.EncodeJump(0x1000, 0x2000, Code));
  EXPECT_EQ(site(Code), (Bytes{0xe9, 0xfb, 0x0f, 0, 0, 0x0f, 0x1f, 0x40, 0}));
  uintptr_t Site = uintptr_t(1) << 40, End = Site + 5;
  EXPECT_TRUE(Target.EncodeJump(Site, End + INT32_MAX, Code));
  EXPECT_FALSE(Target.EncodeJump(Site, End + INT32_MAX + 1, Code));
  EXPECT_TRUE(Target.EncodeJump(Site, End - (uintptr_t(1) << 31), Code));
  EXPECT_FALSE(Target.EncodeJump(Site, End - (uintptr_t(1) << 31) - 1, Code));
}

// No off, on or jumping site may look like another, or like a breakpoint.
TEST(PatchX86_64, FirstBytesDiffer) {
  uint8_t Off[SiteSize], Step[SiteSize], Jump[SiteSize];
  Target.EncodeOff({0, 0}, Off);
  Target.EncodeStep(0, false, Step);
  Target.EncodeJump(0, 0, Jump);
  EXPECT_NE(Off[0], Step[0]);
  EXPECT_NE(Off[0], Jump[0]);
  for (uint8_t First : {Off[0], Step[0], Jump[0]})
    EXPECT_NE(First, Int3);
}

TEST(PatchX86_64, FlagsTrampolineKeepsTheFlags) {
  uint8_t Code[TrampolineSize];
  uintptr_t At = 0x500000, Site = 0x400000;
  ASSERT_TRUE(Target.EncodeFlagsTrampoline(At, Site, -8, true, true, Code));
  Bytes Start(Code, Code + 25);
  EXPECT_EQ(Start,
            (Bytes{0x48, 0x8d, 0x64, 0x24, 0x80,                         // lea
                   0x9c,                                                 // push
                   0x64, 0x48, 0xff, 0x0c, 0x25, 0xf8, 0xff, 0xff, 0xff, // decq
                   0x9d,                                                 // pop
                   0x48, 0x8d, 0xa4, 0x24, 0x80, 0,    0,    0,          // lea
                   0xe9}));
  EXPECT_EQ(At + 29 + distanceAt(Code + 25), Site + SiteSize);
  EXPECT_FALSE(Target.EncodeFlagsTrampoline(At, Site + (uintptr_t(1) << 32), 0,
                                            true, true, Code));
}

// Compared with what llvm-mc makes of it.
TEST(PatchX86_64, ChunkTrampolineIsWhatTheAssemblerMakes) {
  uint8_t Code[TrampolineSize];
  uintptr_t At = 0x500000, Site = 0x600000;
  CallSite What = {3, 5, -1}, Found;
  ASSERT_TRUE(Target.EncodeChunkTrampoline(At, Site, {-32, 40}, What,
                                           /*KeepFlags=*/true,
                                           0x123456789abcdef0, Code));
  Bytes Start(Code, Code + 39);
  EXPECT_EQ(Start,
            (Bytes{0x48, 0x8d, 0x64, 0x24, 0x80,                         // lea
                   0x9c,                                                 // push
                   0x50,                                                 // push
                   0x64, 0x48, 0x8b, 0x04, 0x25, 0xe0, 0xff, 0xff, 0xff, // movq
                   0x48, 0x85, 0xc0,                                     // test
                   0x74, 43,                                             // je
                   0x48, 0xff, 0x88, 40,   0,    0,    0,                // decq
                   0x58,                                                 // pop
                   0x9d,                                                 // pop
                   0x48, 0x8d, 0xa4, 0x24, 0x80, 0,    0,    0,          // lea
                   0xe9}));
  EXPECT_EQ(At + 43 + distanceAt(Code + 39), Site + SiteSize);
  Bytes Slow(Code + 64, Code + 68);
  EXPECT_EQ(Slow, (Bytes{0x58, 0x9d, 0xff, 0x15}));
  const size_t Return = 72;
  uint64_t Function;
  memcpy(&Function, Code + Return + distanceAt(Code + 68), sizeof(Function));
  EXPECT_EQ(Function, 0x123456789abcdef0u);
  EXPECT_EQ(Code[Return], 0xeb);
  EXPECT_EQ(Return + 2 + int8_t(Code[Return + 1]), 30u);
  memcpy(&Found, Code + Return + 16, sizeof(Found));
  EXPECT_EQ(Found.Unit, 3u);
  EXPECT_EQ(Found.Slot, 5u);
  EXPECT_EQ(Found.Step, -1);
}

TEST(PatchX86_64, ChunkTrampolineMayOmitTheFlags) {
  uint8_t Code[TrampolineSize];
  CallSite What = {0, 0, 1};
  ASSERT_TRUE(Target.EncodeChunkTrampoline(0, 0, {-8, INT32_MAX}, What,
                                           /*KeepFlags=*/false, 0, Code));
  EXPECT_EQ(Code[5], 0x50);
  EXPECT_EQ(Code[18], 0x74);
  EXPECT_EQ(20 + Code[19], 64);
  EXPECT_EQ(Code[22], 0x80); // inc
  EXPECT_EQ(Code[27], 0x58);
  EXPECT_EQ(Bytes(Code + 64, Code + 66), (Bytes{0x58, 0x90}));
  EXPECT_EQ(74 + int8_t(Code[73]), 28);
  EXPECT_FALSE(Target.EncodeChunkTrampoline(0, uintptr_t(1) << 32, {-8, 0},
                                            What, false, 0, Code));
}

/// The offsets that a trampoline of several slots increments.
static std::vector<int32_t> stepsOf(const uint8_t *Code, Bytes Opcode) {
  std::vector<int32_t> Found;
  for (; Bytes(Code, Code + Opcode.size()) == Opcode; Code += Opcode.size() + 4)
    Found.push_back(distanceAt(Code + Opcode.size()));
  return Found;
}

// As many as an instruction that is partly on can need.
TEST(PatchX86_64, TrampolinesStepSeveralSlots) {
  SlotOffsets Offsets;
  std::vector<int32_t> Expected;
  for (int32_t Offset : {-8, 16, 24, -800, 40, 48, 56}) {
    Offsets.add(Offset);
    Expected.push_back(Offset);
  }
  uint8_t Code[TrampolineSize];
  uintptr_t At = 0x500000, Site = 0x400000;
  ASSERT_TRUE(
      Target.EncodeFlagsTrampoline(At, Site, Offsets, false, true, Code));
  EXPECT_EQ(stepsOf(Code + 6, {0x64, 0x48, 0xff, 0x04, 0x25}), Expected);
  EXPECT_EQ(Code[69], 0x9d);
  EXPECT_EQ(At + 83 + distanceAt(Code + 79), Site + SiteSize);
  // Where the flags are dead.
  ASSERT_TRUE(
      Target.EncodeFlagsTrampoline(At, Site, Offsets, true, false, Code));
  EXPECT_EQ(stepsOf(Code, {0x64, 0x48, 0xff, 0x0c, 0x25}), Expected);
  EXPECT_EQ(Code[63], 0xe9);
  EXPECT_EQ(At + 68 + distanceAt(Code + 64), Site + SiteSize);
  CallSite What = {3, 5, 1, 0x77}, Found;
  ASSERT_TRUE(Target.EncodeChunkTrampoline(At, Site, {-32, Offsets}, What, true,
                                           0x1234, Code));
  EXPECT_EQ(stepsOf(Code + 21, {0x48, 0xff, 0x80}), Expected);
  EXPECT_EQ(Bytes(Code + 70, Code + 72), (Bytes{0x58, 0x9d}));
  EXPECT_EQ(At + 85 + distanceAt(Code + 81), Site + SiteSize);
  // Where the thread has no chunk.
  EXPECT_EQ(21 + Code[20], 88);
  const size_t Return = 96;
  EXPECT_EQ(Bytes(Code + 88, Code + 92), (Bytes{0x58, 0x9d, 0xff, 0x15}));
  EXPECT_EQ(Return + distanceAt(Code + 92), 104u);
  EXPECT_EQ(Return + 2 + int8_t(Code[Return + 1]), 72u);
  memcpy(&Found, Code + Return + 16, sizeof(Found));
  EXPECT_EQ(Found.Slot, 5u);
  EXPECT_EQ(Found.Step, 1);
  EXPECT_EQ(Found.Parts, 0x77u);
}

// Compared with what llvm-mc makes of it.
TEST(PatchX86_64, EveryTrampolineIsWhatTheAssemblerMakes) {
  uint8_t Code[TrampolineSize];
  uintptr_t At = 0x500000, Site = 0x600000;
  ASSERT_TRUE(Target.EncodeEveryTrampoline(At, Site, {-32, 40}, {-40, 48},
                                           {3, 5, 1}, Code));
  EXPECT_EQ(Bytes(Code, Code + 71),
            (Bytes{0x48, 0x8d, 0x64, 0x24, 0x80,                         // lea
                   0x9c,                                                 // push
                   0x50,                                                 // push
                   0x64, 0x48, 0x8b, 0x04, 0x25, 0xd8, 0xff, 0xff, 0xff, // movq
                   0x48, 0x85, 0xc0,                                     // test
                   0x74, 54,                                             // je
                   0x64, 0x48, 0x8b, 0x04, 0x25, 0xe0, 0xff, 0xff, 0xff, // movq
                   0x48, 0x85, 0xc0,                                     // test
                   0x74, 40,                                             // je
                   0x48, 0xff, 0x80, 40,   0,    0,    0,                // incq
                   0x64, 0x48, 0x8b, 0x04, 0x25, 0xd8, 0xff, 0xff, 0xff, // movq
                   0x48, 0xff, 0x80, 48,   0,    0,    0,                // incq
                   0x7f, 19,                                             // jg
                   0x58,                                                 // pop
                   0x9d,                                                 // pop
                   0x48, 0x8d, 0xa4, 0x24, 0x80, 0,    0,    0,          // lea
                   0xe9}));
  EXPECT_EQ(At + 75 + distanceAt(Code + 71), Site + SiteSize);
  // Nothing is counted yet; the counter is above 0.
  EXPECT_EQ(Bytes(Code + 75, Code + 86),
            (Bytes{0x31, 0xc0, 0xeb, 5, 0xb8, 1, 0, 0, 0, 0xff, 0x15}));
  const size_t Return = 90;
  uint64_t Function;
  memcpy(&Function, Code + Return + distanceAt(Code + 86), sizeof(Function));
  EXPECT_NE(Function, 0u);
  EXPECT_EQ(Code[Return], 0xeb);
  EXPECT_EQ(Return + 2 + int8_t(Code[Return + 1]), 60u);
  EveryCallSite Found;
  memcpy(&Found, Code + Return + 14, sizeof(Found));
  EXPECT_EQ(Found.Site.Unit, 3u);
  EXPECT_EQ(Found.Site.Slot, 5u);
  EXPECT_EQ(Found.Site.Step, 1);
  EXPECT_EQ(Found.Place, Site + SiteSize);
}

// Between the writes other threads find the old code, a breakpoint, or the new.
TEST(PatchX86_64, ChangesBehindABreakpoint) {
  uint8_t Code[SiteSize], New[SiteSize];
  Target.EncodeOff({1, 0}, Code);
  Target.EncodeStep(-8, false, New);
  Bytes Old = site(Code);
  auto At = reinterpret_cast<uintptr_t>(Code);
  EXPECT_TRUE(Target.IsOff(Code));
  ASSERT_EQ(Target.NumWrites, 3u);
  Target.Write(0, At, New);
  EXPECT_EQ(Bytes(Code + 1, Code + SiteSize),
            Bytes(Old.begin() + 1, Old.end()));
  EXPECT_TRUE(Target.HasBreakpoint(At));
  Target.Write(1, At, New);
  EXPECT_EQ(Bytes(Code + 1, Code + SiteSize), Bytes(New + 1, New + SiteSize));
  EXPECT_TRUE(Target.HasBreakpoint(At));
  Target.Write(2, At, New);
  EXPECT_EQ(site(Code), site(New));
  EXPECT_FALSE(Target.HasBreakpoint(At));
  EXPECT_FALSE(Target.IsOff(Code));
}

#endif
