//===- CacheProfileTest.cpp -----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CacheProfileBytes.h"
#include "profdata/cache/CacheUnion.h"
#include "profdata/costs/CostGraph.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;

namespace udpc {

static CacheProfile mustDecode(StringRef Bytes) {
  Expected<CacheProfile> P = CacheProfile::decode(Bytes, "p");
  if (P)
    return std::move(*P);
  ADD_FAILURE() << toString(P.takeError());
  return CacheProfile();
}

static std::string errorOf(StringRef Bytes) {
  Expected<CacheProfile> P = CacheProfile::decode(Bytes, "p");
  return P ? "" : toString(P.takeError());
}

/// The bytes that \p P writes.
static std::string written(const CacheProfile &P) {
  SmallString<128> Path;
  EXPECT_FALSE(sys::fs::createTemporaryFile("udpc", "cache", Path));
  Error E = P.write(Path);
  EXPECT_FALSE(bool(E)) << toString(std::move(E));
  auto Buffer = MemoryBuffer::getFile(Path);
  sys::fs::remove(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

TEST(CacheProfile, ReadsAndWrites) {
  std::string Bytes = testProfile();
  EXPECT_TRUE(CacheProfile::isCacheProfile(Bytes));
  EXPECT_FALSE(CacheProfile::isCacheProfile("udpcprof"));
  CacheProfile P = mustDecode(Bytes);
  EXPECT_EQ(P.Command, "./app 1");
  EXPECT_EQ(P.Pid, 4711u);
  EXPECT_EQ(P.NumRuns, 1u);
  EXPECT_TRUE(P.simulatesCaches());
  EXPECT_EQ(P.Caches.D1.Associativity, 12u);
  ASSERT_EQ(P.Units.size(), 1u);
  ASSERT_EQ(P.Threads.size(), 2u);
  EXPECT_EQ(P.Threads[0].Operations[1].D1Misses, 7u);
  EXPECT_EQ(P.Threads[1].Tid, 101u);
  EXPECT_EQ(written(P), Bytes);
}

TEST(CacheProfile, ComputesValuesOfEachThreadByItself) {
  std::vector<CacheProfileThread> Threads = testThreads();
  Threads[1].Slots = {{0, 1, 3}}; // Block 2 would be 0 - 3 times executed.
  CacheProfile P =
      mustDecode(makeCacheProfile({testBuilder().finish()}, Threads));
  EXPECT_EQ(P.values(P.Threads[0], 0), (std::vector<uint64_t>{10, 3, 7}));
  EXPECT_EQ(P.values(P.Threads[1], 0), (std::vector<uint64_t>{0, 3, 0}));
  // Not 4, the difference of the sums.
  EXPECT_EQ(P.values(0), (std::vector<uint64_t>{10, 6, 7}));
}

TEST(CacheProfile, SaysWhatPlacesCost) {
  CacheProfile P = mustDecode(testProfile());
  std::vector<FrameCosts> Costs = costsOf(P);
  ASSERT_EQ(Costs.size(), 6u);
  auto Expect = [&](size_t I, uint32_t Line, uint32_t Frame,
                    CostCounts Counts) {
    EXPECT_EQ(Costs[I].Line, Line);
    EXPECT_EQ(Costs[I].Frame, Frame);
    EXPECT_EQ(Costs[I].Counts, Counts) << I;
  };
  Expect(0, 0, 2, {56, 0, 0, 0, 0, 0, 14, 7, 5});
  Expect(1, 1, OuterFrame, {6, 0, 0, 0, 0, 0, 0, 0, 0});
  // Fetched lines are of no instruction in particular.
  Expect(2, 1, abi::NoIndex, {0, 1, 1, 0, 0, 0, 0, 0, 0});
  Expect(3, 2, abi::NoIndex, {40, 0, 0, 0, 0, 0, 0, 0, 0});
  Expect(4, 3, InlinedFrame, {12, 0, 0, 6, 2, 1, 0, 0, 0});
  Expect(5, 4, abi::NoIndex, {0, 0, 0, 6, 2, 1, 6, 3, 2});
  EXPECT_EQ(costsOf(P, &P.Threads[1]).size(), 4u);
}

TEST(CacheProfile, CountsAModificationAsARead) {
  CostTableBuilder T = testBuilder();
  T.Operations[Fill].Kind = static_cast<uint8_t>(abi::AccessKind::Modify);
  CacheProfile P = mustDecode(makeCacheProfile({T.finish()}, testThreads()));
  EXPECT_EQ(costsOf(P)[0].Counts, (CostCounts{56, 0, 0, 0, 7, 5, 14, 0, 0}));
}

TEST(CacheProfile, RefusesWhatIsNotRight) {
  std::string Bytes = testProfile();
  EXPECT_EQ(errorOf("udpcprof and more"), "p: not a udpc cache profile");
  std::string Altered = Bytes;
  Altered[Altered.size() - 1] ^= 1;
  EXPECT_EQ(errorOf(Altered), "p: checksum mismatch: the file was altered");
  EXPECT_EQ(errorOf(Bytes + "x"), "p: 1 bytes after the end of the profile");
  EXPECT_EQ(errorOf(sealed(Bytes + std::string(8, '\0'))),
            "p: malformed cache profile: bytes after the last record");
  Altered = Bytes;
  Altered[8] = 8;
  EXPECT_EQ(errorOf(sealed(Altered)),
            "p: profile version 8; this udpc reads versions up to 7");
  Altered[8] = 5;
  EXPECT_EQ(errorOf(sealed(Altered)),
            "p: profile version 5 of an older udpc, whose cost tables this one "
            "does not read: build the program and run it again");

  using Change = void (*)(std::vector<CacheProfileThread> &);
  const std::pair<const char *, Change> Cases[] = {
      {"thread 0: a count names a slot that does not exist",
       [](auto &T) { T[0].Slots[1].Slot = 2; }},
      {"thread 0: a count names a slot that does not exist",
       [](auto &T) { T[0].Slots[1].Unit = 1; }},
      {"thread 1: the counts are not sorted by unit and slot",
       [](auto &T) { std::swap(T[1].Slots[0], T[1].Slots[1]); }},
      {"thread 1: the counts are not sorted by unit and slot",
       [](auto &T) { T[1].Slots[1].Slot = 0; }},
      {"thread 0: a count names an operation that does not exist",
       [](auto &T) { T[0].Operations[1].Operation = 2; }},
      {"thread 0: the counts are not sorted by unit and operation",
       [](auto &T) { T[0].Operations[1].Operation = 0; }},
      {"thread 0: a leader that does not exist",
       [](auto &T) { T[0].Operations[1].Leader = 2; }},
      {"thread 0: a count names a line that does not exist",
       [](auto &T) { T[0].Lines[1].Line = 5; }},
      {"thread 0: the counts are not sorted by unit and line",
       [](auto &T) { std::swap(T[0].Lines[0], T[0].Lines[1]); }},
      {"the threads are not sorted by their index",
       [](auto &T) { T[1].Index = 0; }},
  };
  for (const auto &[Message, Change] : Cases) {
    std::vector<CacheProfileThread> Threads = testThreads();
    Change(Threads);
    EXPECT_EQ(errorOf(makeCacheProfile({testBuilder().finish()}, Threads)),
              std::string("p: malformed cache profile: ") + Message);
  }
}

TEST(CacheProfile, AddsRunsUp) {
  CacheProfile Sum;
  Sum.add(mustDecode(testProfile()));
  EXPECT_EQ(written(Sum), testProfile());

  // Another unit comes first in the other run; one thread is new.
  CostTableBuilder Other;
  Other.NumSlots = 1;
  TableBytes Before = Other.finish();
  std::vector<CacheProfileThread> Threads = testThreads();
  Threads[1].Index = abi::OtherThreads;
  for (CacheProfileThread &T : Threads) {
    for (abi::CountRec &R : T.Slots)
      R.Unit = 1;
    for (abi::OperationCountRec &R : T.Operations)
      R.Unit = 1;
    for (abi::LineCountRec &R : T.Lines)
      R.Unit = 1;
  }
  Threads[0].Slots.insert(Threads[0].Slots.begin(), {0, 0, 9});
  CacheProfile Second = mustDecode(makeCacheProfile(
      {Before, testBuilder().finish()}, Threads, abi::CachesSimulated, "./b"));
  Sum.add(Second);
  EXPECT_EQ(Sum.NumRuns, 2u);
  EXPECT_EQ(Sum.Pid, 0u);
  EXPECT_EQ(Sum.Command, "");
  ASSERT_EQ(Sum.Units.size(), 2u);
  ASSERT_EQ(Sum.Threads.size(), 3u);
  EXPECT_EQ(Sum.Threads[0].Tid, 0u);
  EXPECT_EQ(Sum.Threads[2].Index, abi::OtherThreads);
  EXPECT_EQ(Sum.values(Sum.Threads[0], 0), (std::vector<uint64_t>{20, 6, 14}));
  EXPECT_EQ(Sum.values(1), (std::vector<uint64_t>{9}));
  EXPECT_EQ(Sum.Threads[0].Operations.size(), 2u);
  EXPECT_EQ(Sum.Threads[0].Operations[Fill].D1Misses, 14u);
  EXPECT_EQ(Sum.Threads[0].Lines[1].Counts[abi::EventD1mw], 6u);
  // The written profile can be read again.
  std::string Bytes = written(Sum);
  EXPECT_EQ(written(mustDecode(Bytes)), Bytes);
}

TEST(CacheProfile, AddsEqualUnitsOfOneRun) {
  TableBytes Table = testBuilder().finish();
  CacheProfileThread T;
  T.Slots = {{0, 0, 1}, {0, 1, 1}, {1, 0, 2}};
  CacheProfile Sum;
  Sum.add(mustDecode(makeCacheProfile({Table, Table}, {T})));
  ASSERT_EQ(Sum.Units.size(), 1u);
  EXPECT_EQ(Sum.values(0), (std::vector<uint64_t>{3, 1, 2}));
}

TEST(CacheProfile, AddsOperationsUp) {
  abi::OperationCountRec A = operationCounts(0, Fill, 100, 50);
  abi::OperationCountRec B = operationCounts(0, Fill, 20, 10);
  A.NumStrides = 90;
  A.NumRuns = 4;
  A.NumBreaks = 1;
  A.FirstLine = 1000;
  A.LastLine = 2000;
  A.NumLines = 80;
  A.Strides[0] = {64, 50};
  A.Strides[1] = {128, 20};
  A.Strides[2] = {-64, 5};
  A.Double[0] = {128, 40};
  A.Leader = Chase;
  A.NumFollowed = 5;
  A.LeaderLines = 1;
  B.NumStrides = UINT64_MAX;
  B.NumBreaks = 2;
  B.FirstLine = 5;
  B.LastLine = 7;
  B.NumLines = 3;
  B.Strides[0] = {-64, 40};
  B.Strides[1] = {4096, 20};
  B.Strides[2] = {192, 20};
  B.Strides[3] = {64, 1};
  B.Leader = Chase;
  B.NumFollowed = 3;
  B.LeaderLines = 6;
  A.L2Misses = 60;
  A.L2Lines = 7;
  A.LLLines = 5;
  B.L2Misses = 15;
  B.L2Lines = 9;
  B.LLLines = 1;

  auto profileWith = [](const abi::OperationCountRec &R) {
    CacheProfileThread T;
    T.Operations = {R};
    return mustDecode(makeCacheProfile({testBuilder().finish()}, {T}));
  };
  CacheProfile AB = profileWith(A), BA = profileWith(B);
  AB.add(profileWith(B));
  BA.add(profileWith(A));
  EXPECT_EQ(written(AB), written(BA));
  const abi::OperationCountRec &R = AB.Threads[0].Operations[0];
  EXPECT_EQ(R.D1Misses, 120u);
  EXPECT_EQ(R.LLMisses, 60u);
  EXPECT_EQ(R.L2Misses, 75u);
  EXPECT_EQ(R.L2Lines, 9u);
  EXPECT_EQ(R.LLLines, 5u);
  EXPECT_EQ(R.NumStrides, UINT64_MAX);
  EXPECT_EQ(R.NumRuns, 4u);
  EXPECT_EQ(R.NumBreaks, 3u);
  // Of the run with the larger working set.
  EXPECT_EQ(R.FirstLine, 1000u);
  EXPECT_EQ(R.LastLine, 2000u);
  EXPECT_EQ(R.NumLines, 80u);
  const std::pair<int64_t, uint64_t> Strides[] = {
      {64, 51}, {-64, 45}, {128, 20}, {192, 20}};
  for (size_t I = 0; I != 4; ++I) {
    EXPECT_EQ(R.Strides[I].Bytes, Strides[I].first);
    EXPECT_EQ(R.Strides[I].Count, Strides[I].second);
  }
  EXPECT_EQ(R.Double[0].Count, 40u);
  EXPECT_EQ(R.Double[1].Count, 0u);
  EXPECT_EQ(R.NumFollowed, 8u);
  EXPECT_EQ(R.LeaderLines, 7u);

  // Of two leaders the one that more follow.
  B.Leader = Fill;
  CacheProfile Two = profileWith(B);
  Two.add(profileWith(A));
  EXPECT_EQ(Two.Threads[0].Operations[0].Leader, uint32_t(Chase));
  EXPECT_EQ(Two.Threads[0].Operations[0].NumFollowed, 5u);
  EXPECT_EQ(Two.Threads[0].Operations[0].LeaderLines, 1u);
}

TEST(CacheProfile, AddsRunsWithOtherCaches) {
  CacheProfile P = mustDecode(testProfile()), Other = P;
  Other.Caches.D1.Size = 32768;
  uint64_t Misses = P.Threads[0].Operations[0].D1Misses;
  CacheProfile Reverse = Other;
  Reverse.add(P);
  P.add(Other);
  EXPECT_EQ(P.Threads[0].Operations[0].D1Misses, 2 * Misses);
  EXPECT_FALSE(areMissesComparable(P.Caches));
  EXPECT_EQ(written(P), written(Reverse));
}

TEST(CacheProfile, SurvivesTruncationAtEveryByte) {
  std::string Bytes = testProfile();
  for (size_t Size = 0; Size != Bytes.size(); ++Size) {
    std::string Cut = Bytes.substr(0, Size);
    EXPECT_NE(errorOf(Cut), "") << Size;
    if (Size >= sizeof(abi::ProfileHeader))
      EXPECT_NE(errorOf(sealed(Cut)), "") << Size;
  }
}

TEST(CacheProfile, SurvivesEveryAlteredByte) {
  std::string Bytes = testProfile();
  for (size_t I = 8; I != Bytes.size(); ++I)
    for (int Value : {0x00, 0x01, 0x7f, 0x80, 0xff, Bytes[I] ^ 0x10}) {
      std::string Altered = Bytes;
      Altered[I] = Value;
      Altered = sealed(Altered);
      Expected<CacheProfile> P = CacheProfile::decode(Altered, "p");
      if (!P) {
        consumeError(P.takeError());
        continue;
      }
      // Altered tables may ask for much memory.
      if (P->Units[0].numSlots() > 1000)
        continue;
      costsOf(*P);
      CacheProfile Sum;
      Sum.add(*P);
      Sum.add(*P);
    }
}

TEST(CacheProfile, HasEventsOfTheMiddleLevel) {
  abi::OperationCountRec Read = operationCounts(0, Chase, 100, 50);
  Read.L2Misses = 70;
  abi::OperationCountRec Written = operationCounts(0, Fill, 20, 10);
  Written.L2Misses = 15;
  CacheProfileThread T;
  T.Operations = {Read, Written};
  T.Lines = {{0, 4, {}}};
  T.Lines[0].Counts[abi::EventI2mr] = 3;
  uint32_t Flags = abi::CachesSimulated | abi::MiddleLevelSimulated;
  CacheProfile P =
      mustDecode(makeCacheProfile({testBuilder().finish()}, {T}, Flags));
  CostOptions Usual, All;
  Usual.Calls = All.Calls = false;
  CostGraph Two = CostGraph::of(P, Usual);
  EXPECT_EQ(join(Two.Events, " "), "Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw");
  EXPECT_EQ(Two.Descriptions.size(), 3u);
  All.MiddleLevel = true;
  CostGraph Three = CostGraph::of(P, All);
  EXPECT_EQ(join(Three.Events, " "),
            "Ir I1mr I2mr ILmr Dr D1mr D2mr DLmr Dw D1mw D2mw DLmw");
  EXPECT_EQ(Three.Total,
            (CostGraph::Counts{0, 0, 3, 0, 0, 100, 70, 50, 0, 20, 15, 10}));
  EXPECT_EQ(Three.Descriptions[2],
            "L2 cache:         1048576 B, 64 B, 16-way associative");
  // Without one, there are no such events.
  T.Operations[0].L2Misses = T.Operations[1].L2Misses = 0;
  CacheProfile Without =
      mustDecode(makeCacheProfile({testBuilder().finish()}, {T}));
  EXPECT_EQ(CostGraph::of(Without, All).Events, Two.Events);
  P.add(Without);
  EXPECT_TRUE(P.Caches.Flags & abi::CachesDiffer);
  EXPECT_EQ(CostGraph::of(P, All).Total[6], 70u);
}

} // namespace udpc
