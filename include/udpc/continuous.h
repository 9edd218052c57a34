//===- udpc/continuous.h - The file that holds counts while they change ---===//
//
// With continuous=1 the runtime keeps a file complete at any instant: the slots
// of running threads are pages of it. udpc reads it like a profile
// (udpc/abi.h), while the program runs and however it ends.
//
// The file is made of pieces that refer to each other by their offsets. A piece
// is complete before anything refers to it, and each change stores one number
// of 8 bytes. So the pieces reached from the header are consistent at any
// instant. docs/formats.md is the prose version.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_CONTINUOUS_H
#define UDPC_CONTINUOUS_H

#include "udpc/abi.h"

namespace udpc {
namespace abi {

constexpr char ContinuousMagic[8] = {'u', 'd', 'p', 'c', 'c', 'o', 'n', 't'};
constexpr uint32_t ContinuousVersion = 1;

/// Header at the start of the file. Offsets count from there; 0 is none.
struct ContinuousHeader {
  char Magic[8];
  uint32_t Version;
  uint32_t CommandSize;
  uint64_t Command; ///< Offset of the command line, CommandSize bytes.
  uint64_t Pid;     ///< At the same offset as in ProfileHeader.
  /// Odd while a piece may be about to be reused: a reader that finds different
  /// numbers before and after reading reads again.
  uint64_t Sequence;
  uint64_t Flags;   ///< ContinuousFlags.
  uint64_t Units;   ///< The first ContinuousUnit.
  uint64_t Threads; ///< The first ThreadDirectory.
  uint64_t Base;    ///< A ContinuousBase.
};

enum ContinuousFlags : uint64_t {
  /// Some counts are only in the program's memory: the file could not grow.
  CountsAreMissing = 1,
  /// Counts of the executable's code are missing: its slots have no pages of
  /// their own.
  SlotsHaveNoPages = 2,
};

/// A unit, in the order of registration. The module's path follows, padded
/// with zeros to a multiple of 8, and then the site table or cost table.
struct ContinuousUnit {
  uint64_t Next;
  uint32_t Area; ///< Index into ThreadAreas::Slots of the area with its slots,
                 ///< or NoArea.
  uint32_t IsCosts;
  uint64_t Offset; ///< Offset of its slots in the area, in bytes.
  uint32_t NumSlots;
  uint32_t ModuleSize;
  uint64_t TableSize;
  uint32_t Checksum; ///< CRC-32 of the padded path and the table.
  uint32_t Reserved; ///< 0.
};
constexpr uint32_t NoArea = 0xffffffff;

/// How a thread's counts are stored; kept in the low bits of an offset.
enum ContinuousKind : uint64_t {
  NoCounts = 0,
  InSlots = 1, ///< ThreadAreas.
  InList = 2,  ///< CountList.
};

struct ThreadEntry {
  uint64_t Index; ///< ThreadRec::Index of the thread.
  uint64_t Tid;
  uint64_t Counts; ///< Offset of its counts, a multiple of 8, plus a
                   ///< ContinuousKind; NoCounts: the entry is unused.
  uint64_t Reserved;
};

struct ThreadDirectory {
  static constexpr unsigned Size = 127;
  uint64_t Next;
  uint64_t Reserved[3];
  ThreadEntry Entries[Size];
};

/// The slots of a thread that may be counting.
struct ThreadAreas {
  static constexpr unsigned Count = 16;
  struct {
    uint64_t Offset; ///< 0: the thread has none.
    uint64_t Size;
  } Slots[Count]; ///< Areas of the executable, then of the libraries' chunks.
};

/// Counts that no longer change. NumCounts CountRecs follow, sorted, by units
/// in the order of registration.
struct CountList {
  /// How often all counts had been reset when the list was made.
  uint64_t Resets;
  /// The index of a thread whose counts are included, so that readers ignore
  /// its own entry; otherwise the index of this thread.
  uint64_t Includes;
  uint64_t NumCounts;
};

/// Counts to subtract from slots. NumThreads threads follow: a ThreadRec and
/// its CountRecs.
struct ContinuousBase {
  /// CountLists that were made before this number of resets are void.
  uint64_t Resets;
  uint64_t NumThreads;
};

static_assert(offsetof(ContinuousHeader, Pid) == offsetof(ProfileHeader, Pid),
              "read alike");
static_assert(sizeof(ContinuousHeader) == 72, "ABI");
static_assert(sizeof(ContinuousUnit) == 48, "ABI");
static_assert(sizeof(ThreadEntry) == 32, "ABI");
static_assert(sizeof(ThreadDirectory) == 4096, "ABI");
static_assert(sizeof(ThreadAreas) == 256, "ABI");
static_assert(sizeof(CountList) == 24, "ABI");
static_assert(sizeof(ContinuousBase) == 16, "ABI");

} // namespace abi
} // namespace udpc

#endif // UDPC_CONTINUOUS_H
