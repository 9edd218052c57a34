//===- CacheProfileBytes.h - Cache profiles for tests ----------*- C++ -*-===//
//
// Builds profiles byte by byte as udpc/cache_profile.h defines them, so that
// the reader is not tested against our own writer.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TEST_UNIT_PROFDATA_CACHE_CACHEPROFILEBYTES_H
#define UDPC_TEST_UNIT_PROFDATA_CACHE_CACHEPROFILEBYTES_H

#include "profdata/cache/CacheProfile.h"
#include "profdata/file/ProfileFile.h"

namespace udpc {

using TableBytes = std::vector<uint8_t>;

inline llvm::StringRef asText(const TableBytes &B) {
  return llvm::StringRef(reinterpret_cast<const char *>(B.data()), B.size());
}

/// The records of testTable that tests name.
enum : uint32_t { OuterFrame, InlinedFrame };
enum : uint32_t { Chase, Fill };

/// `main` in a.c, which has `next` of list.h inlined, and memcpy, whose code is
/// elsewhere. Block 0 is counted, 1 is counted (a loop), 2 is their difference.
///
///   block 0: main at a.c:10, 4 Ir 0 Dr 1 Dw
///   block 1: next at list.h:3, 2 Ir 1 Dr; main at a.c:11, 1 Ir
///   block 2: main at a.c:12, 5 Ir
///
/// Jumps: a.c:11 to list.h:3 (the loop), a.c:12 to a.c:10, and one whose count
/// is unknown.
///
/// Lines by index: a.c:10, a.c:11, a.c:12, list.h:3 of main, ??? of memcpy.
inline CostTableBuilder testBuilder() {
  CostTableBuilder T;
  uint32_t A = T.addString("/src/a.c"), List = T.addString("/src/list.h");
  uint32_t Unknown = T.addString("???");
  uint32_t Main = T.addString("_Z4mainv"), MainName = T.addString("main()");
  uint32_t Next = T.addString("_Z4nextv"), NextName = T.addString("next()");
  uint32_t Copy = T.addString("memcpy");
  T.Flags = abi::SimulatesCaches;
  T.NumSlots = 2;
  T.SourceFile = A;
  T.Derived = {{0, 1, /*Subtract=*/1}};
  T.Functions = {{Main, MainName, A, 9, 0, 3}, {Copy, Copy, 0, 0, 3, 0}};
  T.Frames = {{abi::NoIndex, Main, MainName, A, 11, 2, 0},
              {OuterFrame, Next, NextName, List, 3, 1, 4},
              {abi::NoIndex, Main, MainName, A, 10, 1, 0}};
  T.Lines = {{0, A, 10}, {0, A, 11}, {0, A, 12}, {0, List, 3}, {1, Unknown, 0}};
  T.Loops = {{0, abi::NoIndex, 1, OuterFrame}};
  T.Blocks = {{0, 0, abi::NoIndex, 0, 1, 0},
              {0, 1, 0, 1, 2, 0},
              {0, 2, abi::NoIndex, 3, 1, 1}};
  T.Costs = {{2, 0, 4, 0, 1, 0, 0},
             {InlinedFrame, 3, 2, 1, 0, 0, 0},
             {OuterFrame, 1, 1, 0, 0, 0, 0},
             {abi::NoIndex, 2, 5, 0, 0, 0, 0}};
  T.Branches = {{1, abi::ZeroValue}};
  T.Callees = {{0, Copy, abi::NoIndex, 1, 0}};
  T.Exports = {{Main}};
  T.Jumps = {
      {1, 1, 3, 1, abi::JumpIsConditional},
      {2, 2, 0, 2, 0},
      {0, 0, 2, abi::ZeroValue, abi::JumpIsConditional | abi::JumpIsUnknown}};
  T.Operations = {{InlinedFrame, 3, 1, 8,
                   static_cast<uint8_t>(abi::AccessKind::Load),
                   abi::HasKey | abi::FeedsOwnAddress, 0, 1, 0},
                  {2, 0, 0, 8, static_cast<uint8_t>(abi::AccessKind::Store),
                   abi::HasKey, 1, 0, 64}};
  T.sortLines();
  return T;
}

inline abi::OperationCountRec operationCounts(uint32_t Unit, uint32_t Operation,
                                              uint64_t D1Misses,
                                              uint64_t LLMisses) {
  abi::OperationCountRec R = {};
  R.Unit = Unit;
  R.Operation = Operation;
  R.D1Misses = D1Misses;
  R.LLMisses = LLMisses;
  R.Leader = abi::NoIndex;
  return R;
}

/// \p Profile with its size and checksum as they should be.
inline std::string sealed(std::string Profile) {
  abi::ProfileHeader H;
  std::memcpy(&H, Profile.data(), sizeof(H));
  sealProfile(Profile, H);
  return Profile;
}

inline std::string makeCacheProfile(
    const std::vector<TableBytes> &Tables,
    const std::vector<CacheProfileThread> &Threads,
    uint32_t Flags = abi::CachesSimulated, llvm::StringRef Command = "./app 1",
    const std::vector<abi::CallRec> &Calls = {}, uint32_t CallFlags = 0,
    const std::vector<CacheProfileRegion> &Regions = {}) {
  abi::ProfileHeader H = {};
  std::memcpy(H.Magic, abi::CacheProfileMagic, sizeof(H.Magic));
  H.Version = abi::CacheProfileVersion;
  H.Pid = 4711;
  H.NumUnits = Tables.size();
  H.NumThreads = Threads.size();
  H.CommandSize = Command.size();
  H.NumRuns = 1;
  std::string Out(reinterpret_cast<const char *>(&H), sizeof(H));
  appendRecord(Out, abi::CacheRec{{32768, 8, 64},
                                  {49152, 12, 64},
                                  {33554432, 16, 64},
                                  Flags,
                                  Flags & abi::MiddleLevelSimulated
                                      ? abi::CacheGeometry{1048576, 16, 64}
                                      : abi::CacheGeometry{},
                                  0,
                                  /*TimeSamples=*/100,
                                  /*UnprofiledSamples=*/46});
  Out += Command;
  Out.resize((Out.size() + 7) / 8 * 8);
  for (const TableBytes &T : Tables) {
    appendRecord(Out, abi::UnitRec{8, 0});
    Out += "/bin/app";
    Out.append(T.begin(), T.end());
  }
  for (const CacheProfileThread &T : Threads) {
    appendRecord(Out, abi::CostThreadRec{T.Index, T.Tid, T.Slots.size(),
                                         T.Operations.size(), T.Lines.size()});
    for (const abi::CountRec &R : T.Slots)
      appendRecord(Out, R);
    for (const abi::OperationCountRec &R : T.Operations)
      appendRecord(Out, R);
    for (const abi::LineCountRec &R : T.Lines)
      appendRecord(Out, R);
  }
  appendRecord(Out, abi::CallsRec{Calls.size(), CallFlags, 0});
  for (const abi::CallRec &R : Calls)
    appendRecord(Out, R);
  appendRecord(Out, abi::RegionsRec{Regions.size(), 0, 0});
  for (const CacheProfileRegion &R : Regions) {
    appendRecord(Out, abi::RegionRec{R.Id, R.Parent, R.Begins, R.Ends,
                                     R.Counts.Slots.size(),
                                     R.Counts.Lines.size(), R.Name.size()});
    Out += R.Name;
    Out.resize((Out.size() + 7) / 8 * 8);
    for (const abi::CountRec &C : R.Counts.Slots)
      appendRecord(Out, C);
    for (const abi::LineCountRec &C : R.Counts.Lines)
      appendRecord(Out, C);
  }
  return sealed(std::move(Out));
}

/// Two threads of a program of testTable: 10 and 4 times through block 0, 3
/// times each through block 1.
inline std::vector<CacheProfileThread> testThreads() {
  CacheProfileThread First, Second;
  First.Tid = 100;
  First.Slots = {{0, 0, 10}, {0, 1, 3}};
  First.Operations = {operationCounts(0, Chase, 2, 1),
                      operationCounts(0, Fill, 7, 5)};
  // A line of code that was not there, and what memcpy did.
  First.Lines = {{0, 1, {0, 1, 1, 0, 0, 0, 0, 0, 0}},
                 {0, 4, {0, 0, 0, 6, 2, 1, 6, 3, 2}}};
  Second.Index = 1;
  Second.Tid = 101;
  Second.Slots = {{0, 0, 4}, {0, 1, 3}};
  return {First, Second};
}

inline std::string testProfile() {
  return makeCacheProfile({testBuilder().finish()}, testThreads());
}

} // namespace udpc

#endif // UDPC_TEST_UNIT_PROFDATA_CACHE_CACHEPROFILEBYTES_H
