//===- udpc/simulation.h - The contract for simulated caches ----*- C++ -*-===//
//
// Shared by the plugin and the runtime: the records that the code of units that
// simulate caches or branches passes to the runtime, and the thread-local
// tables that both read and write.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_SIMULATION_H
#define UDPC_SIMULATION_H

#include "udpc/abi.h"

namespace udpc {
namespace abi {

//===----------------------------------------------------------------------===//
// Accesses: records that generated code passes to the runtime
//===----------------------------------------------------------------------===//

/// An access of a group: accesses of one block whose addresses differ by
/// constants. Records are in execution order; the last has a flag. If one of
/// the group's lines may have missed, the code passes the group's address (that
/// of its first record) and the base address of the displacements to
/// __udpc_access.
struct AccessRec {
  int64_t Unit;       ///< The abi::Unit: distance from this field.
  uint32_t Operation; ///< Index into the OperationRecs.
  int32_t Displacement;
  uint16_t Size; ///< 1 to 65535 bytes.
  uint8_t Kind;  ///< AccessKind.
  uint8_t IsLast;
  uint32_t Reserved; ///< 0.
};

/// A line of code that is fetched. Line numbers are those of a program without
/// instrumentation: they count the 64-byte lines of the unit's functions, laid
/// out in order. The runtime lays out the units by CostHeader::NumCodeLines.
struct FetchRec {
  int64_t Unit;      ///< The abi::Unit: distance from this field.
  uint32_t CodeLine; ///< Below CostHeader::NumCodeLines.
  uint32_t Line;     ///< The cost centre of the line's first instruction.
};

/// The memory that a call of a C library function will access.
enum class RangeKind : uint8_t {
  Copy = 0,         ///< memcpy, memmove, mempcpy(to, from, size)
  Set = 1,          ///< memset(to, byte, size)
  Compare = 2,      ///< memcmp(a, b, size)
  Find = 3,         ///< memchr(a, byte, size)
  StringLength = 4, ///< strlen(s)
  StringCopy = 5,   ///< strcpy, stpcpy(to, from)
  StringCompare = 6 ///< strcmp(a, b)
};

struct RangeRec {
  int64_t Unit;  ///< The abi::Unit: distance from this field.
  uint32_t Line; ///< The cost centre: function "memcpy", file "???", line 0.
  uint8_t Kind;  ///< RangeKind.
  uint8_t Reserved[3];
};

/// Information that the code passes to the runtime before it executes a branch.
enum class OutcomeKind : uint8_t {
  Taken = 0,       ///< Whether a conditional branch is taken.
  Target = 1,      ///< The target of an indirect branch.
  Repetitions = 2, ///< %rcx of a repeated string instruction.
};

struct OutcomeRec {
  int64_t Unit;     ///< The abi::Unit: distance from this field.
  uint32_t Address; ///< In a program without instrumentation: bytes from the
                    ///< first line of the unit's code (FetchRec).
  uint32_t Line;    ///< The cost centre.
  uint8_t Kind;     ///< OutcomeKind.
  /// Repetitions: the first test of %rcx is not counted.
  uint8_t IsFirstKnown;
  /// Taken, Repetitions: branchCounter(Address); Target: targetPlace(Address).
  uint16_t Place;
  uint8_t Reserved[4];
};

/// Cachegrind's predictor of conditional branches. Generated code shifts each
/// outcome into the calling thread's history. It then calls __udpc_branch_taken
/// if the branch is taken and the counter at OutcomeRec::Place + History
/// (before the shift) is not 3, or __udpc_branch_not_taken if the branch is not
/// taken and the counter is not 0; these functions update the counter. The bits
/// of addresses that matter are known at compile time, because the runtime lays
/// out units with branches at multiples of CodeAlignmentOfBranches lines.
struct BranchTables {
  /// The last outcomes, of which 7 count, the latest in bit 1; bit 0 is 0. A
  /// whole word, because processors forward a stored word at once only to a
  /// load of the same size.
  uint32_t History;
  uint8_t Reserved[60];
  uint8_t Counters[1 << 14]; ///< 0 to 3; from 2 on a branch is predicted taken.
};
/// Returns the index of a branch's counter for a history of zeros. The counters
/// for other histories are in the same 256 bytes.
constexpr uint16_t branchCounter(uint64_t Address) {
  return static_cast<uint16_t>((Address & 127) >> 1 << 8 | (Address & 1));
}
/// Returns the index of the last target of an indirect branch.
constexpr uint16_t targetPlace(uint64_t Address) { return Address & 511; }
constexpr uint32_t CodeAlignmentOfBranches = 8;
static_assert(CodeAlignmentOfBranches * 64 == 512, "bits of targetPlace");

static_assert(sizeof(OutcomeRec) == 24, "ABI");
static_assert(sizeof(BranchTables) == 64 + 16384, "ABI");
static_assert(sizeof(AccessRec) == 24, "ABI");
static_assert(sizeof(FetchRec) == 16, "ABI");
static_assert(sizeof(RangeRec) == 16, "ABI");

/// Lines are looked up in an index first: __udpc_data_lines[L % DataIndexSize]
/// is L, the number of a 64-byte line (address / 64), only if the thread's D1
/// cache has L, and then __udpc_data_ways[L % DataIndexSize] is its way: an
/// access only stores a stamp, larger than all before, in that element of
/// __udpc_data_stamps. Each line of code has a thread-local word for its stamp
/// in its unit, which is 0 while the line is not in I1.
///
/// Stamps come from __udpc_clock, which is incremented by ClockStep for a new
/// stamp. Straight-line code without calls may instead add numbers below
/// ClockStep to the clock's value.
constexpr unsigned DataIndexSize = 8192;
/// Number of lines up to which a D1 is indexed.
constexpr unsigned DataWays = 2048;
constexpr unsigned ClockStep = 64;
/// If a line of code is known to be the last fetched of those with the same
/// number modulo RecentCode, it need not be fetched again, except in units that
/// are SupportsAnyI1.
constexpr unsigned RecentCode = 64;
constexpr unsigned RecentLineShift = 6;

/// All tables of a thread. Code of executables has them in static thread-local
/// storage, where each table has a name of its own; other code reaches them
/// through a pointer.
struct SimulationTables {
  uint64_t Clock; ///< __udpc_clock
  uint64_t Padding[7];
  uint64_t Stamps[DataWays];     ///< __udpc_data_stamps
  uint64_t Lines[DataIndexSize]; ///< __udpc_data_lines
  uint32_t Ways[DataIndexSize];  ///< __udpc_data_ways
};

/// Additional state of a unit without Slots (abi.h) that simulates caches.
///
/// NumWords words precede its slots in each thread's chunk and in EarlySlots.
/// The last one, right before the slots, points to the thread's
/// SimulationTables and is valid wherever the slots are. The words before it
/// are the stamps of the unit's lines of code, the first line's last.
struct LibrarySimulation {
  /// Pointers to the functions below, through which generated code calls them.
  /// They point to functions that do nothing until a runtime that simulates
  /// caches registers the unit.
  void (*Access)();
  void (*Fetch)();
  void (*Range)();
  /// Tables of zeros for threads whose accesses are not simulated.
  SimulationTables *NoTables;
  uint64_t NumWords;
};

static_assert(sizeof(SimulationTables) ==
                  64 + 8 * DataWays + 12 * DataIndexSize,
              "ABI");
static_assert(sizeof(void *) != 8 || sizeof(LibrarySimulation) == 40, "ABI");

} // namespace abi
} // namespace udpc

/// Functions and variables that generated code of units that simulate caches
/// refers to, if only executables can have it. Objects define all of them
/// weakly, once in a program: the variables are shared with the runtime, the
/// functions do nothing if it is not linked.
///
/// All keep every register but the flags, and are called with an aligned or
/// unaligned stack, below the red zone.
///
/// If a line is not in the index, it may have missed: generated code then calls
/// __udpc_access or __udpc_fetch, which simulate all members of the group.
extern "C" {
/// Simulates a group of accesses. %rdi: the base address of the displacements;
/// %rsi: the group's first AccessRec.
void __udpc_access();
/// Simulates a code fetch. %rdi: the calling thread's stamp of the line; %rsi:
/// the FetchRec.
void __udpc_fetch();
/// Simulates the accesses of a library function; called before it. %rdi, %rsi,
/// %rdx: its arguments; %rax: the RangeRec.
void __udpc_range();
/// Simulates a branch. %rdi: its outcome; %rsi: the OutcomeRec. Code of
/// libraries also calls it by this name.
void __udpc_branch();
/// Update the counter of a conditional branch whose outcome is in the history.
/// %rsi: the OutcomeRec.
void __udpc_branch_taken();
void __udpc_branch_not_taken();
extern __thread udpc::abi::BranchTables __udpc_branch_tables;
/// Returns the calling thread's tables.
udpc::abi::BranchTables *__udpc_static_branches();
extern __thread uint64_t __udpc_data_lines[udpc::abi::DataIndexSize];
extern __thread uint32_t __udpc_data_ways[udpc::abi::DataIndexSize];
extern __thread uint64_t __udpc_data_stamps[udpc::abi::DataWays];
extern __thread uint64_t __udpc_clock;
/// Returns the calling thread's variables.
udpc::abi::SimulationTables *__udpc_static_tables();
}

#endif // UDPC_SIMULATION_H
