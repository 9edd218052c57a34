//===- udpc/costs.h - The contract for cache profiles -----------*- C++ -*-===//
//
// Shared by the plugin, the runtime and the readers of cache profiles: the cost
// table of a unit, which describes its slots; the records that generated code
// passes to the runtime for accesses; and the cache profile that the runtime
// writes. docs/formats.md is the prose version.
//
// As in udpc/abi.h all records are little-endian and naturally aligned, and
// strings are offsets into the table's strings.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_COSTS_H
#define UDPC_COSTS_H

#include "udpc/abi.h"

namespace udpc {
namespace abi {

/// ELF section of the cost tables.
#define UDPC_COSTS_SECTION "__udpc_costs"

constexpr uint32_t CostMagic = 0x43504455; // "UDPC"
constexpr uint32_t PackedCostMagic = 0x50504455; // "UDPP"
/// 1 had no NumCodeLines, 2 no callees and exports, 3 only the callees that are
/// not in the unit, without frames, 4 no branches, 5 other code of calls, 7 no
/// jumps.
constexpr uint32_t CostVersion = 8;
/// The value of an absent index.
constexpr uint32_t NoIndex = 0xffffffff;

//===----------------------------------------------------------------------===//
// Cost table: what a unit's slots mean
//===----------------------------------------------------------------------===//

/// The table is: CostHeader, DerivedRec[NumDerived], CodeRec[NumFunctions],
/// FrameRec[NumFrames], LineRec[NumLines], LoopRec[NumLoops],
/// BlockRec[NumBlocks], CostRec[NumCosts], OperationRec[NumOperations],
/// BranchRec[NumBranches], CalleeRec[NumCallees], ExportRec[NumExports],
/// JumpRec[NumJumps], then StringsSize bytes of NUL-terminated strings
/// (offset 0 is ""), padded with zeros to a multiple of 8. TotalSize counts all
/// of it.
struct CostHeader {
  uint32_t Magic;
  uint32_t Version;
  uint64_t TotalSize;
  uint32_t Flags; ///< CostFlags.
  uint32_t NumSlots;
  uint32_t NumDerived;
  uint32_t NumFunctions;
  uint32_t NumFrames;
  uint32_t NumLines;
  uint32_t NumLoops;
  uint32_t NumBlocks;
  uint32_t NumCosts;
  uint32_t NumOperations;
  uint32_t NumBranches;
  uint32_t StringsSize;
  uint32_t SourceFile; ///< String: the source file of the translation unit.
  /// Units that simulate caches or branches: how many 64-byte lines their code
  /// has. Else 0.
  uint32_t NumCodeLines;
  uint32_t NumCallees;
  uint32_t NumExports;
  uint32_t NumJumps;
  uint32_t Reserved; ///< 0.
};

enum CostFlags : uint32_t {
  /// The code passes its accesses to the runtime (-fudpc-profile=cache);
  /// otherwise it only counts.
  SimulatesCaches = 1,
  /// A fetch of code is left out only where its line was the last that was
  /// fetched (-fudpc-profile=cache-any-i1), so I1 may have fewer sets than
  /// RecentCode.
  SupportsAnyI1 = 2,
  /// The table's packed form follows it: TotalSize bytes of its own.
  HasPackedCopy = 4,
  /// The code passes the outcomes of its branches to the runtime
  /// (-fudpc-profile=...,branches).
  SimulatesBranches = 8,
};

/// The packed form of a cost table, which profiles have in its place: this
/// header, CompressedSize bytes, and zeros up to a multiple of 8. The bytes are
/// a 2 (the number of this form) and, compressed by zlib, ColumnsSize bytes:
/// the lists in the table's order, then the strings. Lists are written by
/// columns: the first 32 bits of all records, the next 32 bits, and so on.
/// Each number is written as its difference to a prediction (docs/formats.md),
/// modulo 2^32, as the ULEB128 code of that difference times two or, if it is
/// negative, of minus one minus the difference times two.
struct PackedCostHeader {
  /// The table's, but with PackedCostMagic, the size of the packed form as
  /// TotalSize, and without HasPackedCopy.
  CostHeader Table;
  uint64_t ColumnsSize;
  uint64_t CompressedSize;
};

/// Tables whose packed form would be less than this part of them have none, so
/// a small file cannot make readers use much memory.
constexpr uint64_t MaxPackRatio = 64;

/// A function with code of its own. One that represents external code (memcpy)
/// has no blocks.
struct CodeRec {
  uint32_t Symbol; ///< String: as the symbol table has it.
  uint32_t Name;   ///< String: demangled with parameters; C: as the symbol.
  uint32_t File;   ///< String: where it is defined; "" if unknown.
  uint32_t Line;   ///< Of its definition; 0 if unknown.
  uint32_t FirstBlock;
  uint32_t NumBlocks;
};

/// A place in the source: of an instruction, or of a call that was inlined.
/// The chain of parents is the inline stack of an instruction, and its
/// functions, line offsets and discriminators from the outermost on are the
/// frames of its memory-operation key.
struct FrameRec {
  uint32_t Parent;        ///< Frame of the inlined call, below this one's
                          ///< index; NoIndex: the code's own function.
  uint32_t Function;      ///< String: as keys call it.
  uint32_t Name;          ///< String: demangled.
  uint32_t File;          ///< String; "" if unknown. As DWARF has it, absolute.
  uint32_t Line;          ///< 0 if unknown.
  uint32_t LineOffset;    ///< From the function's line, as in keys.
  uint32_t Discriminator; ///< Of a key, that of the key. Else copiesOf, baseOf.
};

/// The discriminator of an instruction in a CostRec's frame: LLVM's base
/// discriminator, and how many copies of the instruction the compiler has made
/// of one in the source, by unrolling and vectorising loops.
constexpr unsigned CopiesShift = 16;
constexpr uint32_t baseOf(uint32_t Discriminator) {
  return Discriminator & ((1u << CopiesShift) - 1);
}
constexpr uint32_t copiesOf(uint32_t Discriminator) {
  return Discriminator >> CopiesShift ? Discriminator >> CopiesShift : 1;
}

/// A cost centre as in Cachegrind: file and line are the innermost place,
/// inlined or not; the function is the one that contains the code. Sorted by
/// the texts of file and function, then by line; no two are the same.
struct LineRec {
  uint32_t Function; ///< Index into the CodeRecs.
  uint32_t File;     ///< String; "???" if unknown.
  uint32_t Line;     ///< 0 if unknown.
};

/// A loop of machine code. Loops are identified by their index in this list.
struct LoopRec {
  uint32_t Function; ///< Index into the CodeRecs.
  uint32_t Parent;   ///< The loop around it, below this one's index; NoIndex.
  uint32_t Header;   ///< Block: how often it iterates, the first time included.
  uint32_t Frame;    ///< Where it begins in the source; NoIndex.
};

/// Instructions that are always executed together. Those of a function are
/// contiguous. A repeated string instruction (rep movs) is a block of its own
/// which is executed once for each repetition.
struct BlockRec {
  uint32_t Function;  ///< Index into the CodeRecs.
  uint32_t Value;     ///< Value index (DerivedRec): how often it is executed.
                      ///< ZeroValue: never.
  uint32_t Loop;      ///< The innermost loop around it; NoIndex.
  uint32_t FirstCost; ///< Its CostRecs.
  uint32_t NumCosts;
  uint32_t NumCalls; ///< Calls among its instructions.
};

/// The cost of one execution of a block at one place. The sum of blocks' values
/// times costs is what Cachegrind counts as Ir, Dr, Dw, Bc and Bi.
struct CostRec {
  uint32_t Frame;    ///< NoIndex: unknown.
  uint32_t Line;     ///< The cost centre.
  uint16_t Ir;       ///< Instructions. More than 65535 are several records.
  uint16_t Dr;       ///< Of them, those that read memory; read-modify-write
                     ///< instructions read.
  uint16_t Dw;       ///< Those that write.
  uint8_t Bc;        ///< Conditional branches. More than 255 are several
                     ///< records.
  uint8_t Bi;        ///< Indirect branches: jumps and calls, no returns.
};

enum class AccessKind : uint8_t {
  Load = 0,
  Store = 1,
  Modify = 2, ///< Reads and writes the same place; counts as a read.
};

enum OperationFlags : uint8_t {
  /// The instruction has an explicit memory operand and hence a key. Pushes,
  /// pops, calls and returns have none.
  HasKey = 1,
  /// The loaded value determines the address of the same operation in the next
  /// iteration of the loop: pointer chasing.
  FeedsOwnAddress = 2,
  /// The loaded value is part of another operation's address in the loop.
  FeedsAddress = 4,
};

/// An instruction that accesses memory, in units that simulate caches.
struct OperationRec {
  uint32_t Frame; ///< Its place and, if it HasKey, its key.
  uint32_t Line;  ///< The cost centre.
  uint32_t Block;
  uint16_t Size; ///< Bytes that it accesses.
  uint8_t Kind;  ///< AccessKind.
  uint8_t Flags; ///< OperationFlags.
  /// The branches of the loop that depend on the loaded value. As for Flags,
  /// loads of the same cache line count, too.
  uint32_t FirstBranch;
  uint32_t NumBranches;
  /// The change of its address per iteration of the innermost loop if it is a
  /// constant (an induction register); 0: unknown or none.
  int64_t KnownStep;
};

/// A conditional branch that depends on what an operation loads.
struct BranchRec {
  uint32_t Block; ///< Its executions are the value of this block.
  uint32_t Taken; ///< Value index: how often it is taken; ZeroValue: unknown.
};

enum CalleeFlags : uint32_t {
  /// The callee has blocks in this unit. Otherwise it is external, or not
  /// profiled.
  CalleeIsInUnit = 1,
};

/// Calls of a function in a block, at one place.
struct CalleeRec {
  uint32_t Block;
  uint32_t Symbol;   ///< String; "": calls through pointers.
  uint32_t Frame;    ///< NoIndex: unknown.
  uint32_t NumCalls; ///< Per execution of the block. Not all of
                     ///< BlockRec::NumCalls: conditional tail calls are not
                     ///< in them.
  uint32_t Flags;    ///< CalleeFlags.
};

/// A symbol of a profiled function by which other units call it: its own, if it
/// is not local, and those of its aliases.
struct ExportRec {
  uint32_t Symbol; ///< String.
};

enum JumpFlags : uint32_t {
  JumpIsConditional = 1,
  /// JumpRec::Taken is unknown: other jumps go there, and the counts of blocks
  /// do not tell them apart.
  JumpIsUnknown = 2,
};

/// A jump within a function (-fudpc-profile=...,jumps): a conditional or an
/// unconditional one, or one of the targets of an indirect one.
struct JumpRec {
  uint32_t Block;  ///< The jump is at its end, and is executed as often.
  uint32_t Line;   ///< The cost centre of the jump.
  uint32_t Target; ///< The cost centre of the first instruction there.
  uint32_t Taken;  ///< Value index; ZeroValue: never, or unknown.
  uint32_t Flags;  ///< JumpFlags.
};

static_assert(sizeof(CostHeader) == 88, "ABI");
static_assert(sizeof(PackedCostHeader) == 104, "ABI");
static_assert(sizeof(CodeRec) == 24, "ABI");
static_assert(sizeof(FrameRec) == 28, "ABI");
static_assert(sizeof(LineRec) == 12, "ABI");
static_assert(sizeof(LoopRec) == 16, "ABI");
static_assert(sizeof(BlockRec) == 24, "ABI");
static_assert(sizeof(CostRec) == 16, "ABI");
static_assert(sizeof(OperationRec) == 32, "ABI");
static_assert(sizeof(BranchRec) == 8, "ABI");
static_assert(sizeof(CalleeRec) == 20, "ABI");
static_assert(sizeof(ExportRec) == 4, "ABI");
static_assert(sizeof(JumpRec) == 20, "ABI");

//===----------------------------------------------------------------------===//
// Accesses: records that generated code passes to the runtime
//===----------------------------------------------------------------------===//

/// An access of a group: accesses of one block whose addresses differ by
/// constants. They are in execution order; the last has a flag. If one of their
/// lines may have missed, the code passes the group's address (that of its
/// first record) and the base address of the displacements to __udpc_access.
struct AccessRec {
  int64_t Unit;       ///< The abi::Unit: distance from this field.
  uint32_t Operation; ///< Index into the OperationRecs.
  int32_t Displacement;
  uint16_t Size; ///< 1 to 65535 bytes.
  uint8_t Kind;  ///< AccessKind.
  uint8_t IsLast;
  uint32_t Reserved; ///< 0.
};

/// A line of code that is fetched. The line numbers are those of a program
/// without instrumentation: they count the 64-byte lines of the unit's
/// functions, laid out in order. The runtime lays out the units, by
/// CostHeader::NumCodeLines.
struct FetchRec {
  int64_t Unit;      ///< The abi::Unit: distance from this field.
  uint32_t CodeLine; ///< Below CostHeader::NumCodeLines.
  uint32_t Line;     ///< The cost centre of the first instruction there.
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

/// What the code says of a branch before it executes it.
enum class OutcomeKind : uint8_t {
  Taken = 0,       ///< Of a conditional branch: whether it is taken.
  Target = 1,      ///< Of an indirect branch: its target.
  Repetitions = 2, ///< Of a repeated string instruction: %rcx.
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
/// outcome into the calling thread's history. If a branch is taken and the
/// counter at OutcomeRec::Place + History, before that, is not 3, or if it is
/// not taken and the counter is not 0, it then calls __udpc_branch_taken or
/// __udpc_branch_not_taken, which update the counter. It knows the bits of
/// addresses that matter, as the runtime lays out units with branches at
/// multiples of CodeAlignmentOfBranches lines.
struct BranchTables {
  /// The last outcomes, of which 7 count, the latest in bit 1; bit 0 is 0.
  /// Processors forward a stored word to a load of the same size at once.
  uint32_t History;
  uint8_t Reserved[60];
  uint8_t Counters[1 << 14]; ///< 0 to 3; from 2 on a branch is predicted taken.
};
/// The counter of a branch for a history of zeros. Those for other histories
/// are in the same 256 bytes.
constexpr uint16_t branchCounter(uint64_t Address) {
  return static_cast<uint16_t>((Address & 127) >> 1 << 8 | (Address & 1));
}
/// Of an indirect branch: the place of its last target.
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
/// __udpc_data_stamps. A line of code has a thread-local word for its stamp in
/// its unit, which is 0 while the line is not in I1.
///
/// Stamps come from __udpc_clock, which is incremented by ClockStep for a new
/// stamp. Straight-line code without calls may instead add numbers below
/// ClockStep to the clock's value.
constexpr unsigned DataIndexSize = 8192;
/// A D1 of more lines is not indexed.
constexpr unsigned DataWays = 2048;
constexpr unsigned ClockStep = 64;
/// A line that the code knows to be the last that was fetched of those with the
/// same number modulo RecentCode need not be fetched again, but for units that
/// are SupportsAnyI1.
constexpr unsigned RecentCode = 64;
constexpr unsigned RecentLineShift = 6;

/// All of a thread's tables. Code of executables has them in static
/// thread-local storage, where each has a name of its own; other code reaches
/// them through a pointer.
struct SimulationTables {
  uint64_t Clock; ///< __udpc_clock
  uint64_t Padding[7];
  uint64_t Stamps[DataWays];     ///< __udpc_data_stamps
  uint64_t Lines[DataIndexSize]; ///< __udpc_data_lines
  uint32_t Ways[DataIndexSize];  ///< __udpc_data_ways
};

/// What a unit without Slots (abi.h) has besides, if it simulates caches.
///
/// NumWords words precede its slots in each thread's chunk and in EarlySlots.
/// The last one, right before the slots, points to the thread's
/// SimulationTables and is valid wherever the slots are. Those before it are
/// the stamps of the unit's lines of code, the first one last.
struct LibrarySimulation {
  /// The functions below, which generated code calls through these pointers.
  /// They do nothing until a runtime that simulates caches registers the unit.
  void (*Access)();
  void (*Fetch)();
  void (*Range)();
  /// Zero, for threads whose accesses are not simulated.
  SimulationTables *NoTables;
  uint64_t NumWords;
};

static_assert(sizeof(SimulationTables) ==
                  64 + 8 * DataWays + 12 * DataIndexSize,
              "ABI");
static_assert(sizeof(void *) != 8 || sizeof(LibrarySimulation) == 40, "ABI");

//===----------------------------------------------------------------------===//
// Cache profile: the file that a run leaves
//===----------------------------------------------------------------------===//

constexpr char CacheProfileMagic[8] = {'u', 'd', 'p', 'c', 'c', 'a', 'c', 'h'};
/// 1 and 2 as in ProfileVersion; 3 had nine events and no calls, 4 no regions,
/// 5 no middle level, 6 no samples of time.
constexpr uint32_t CacheProfileVersion = 7;

/// As Cachegrind's options have it.
struct CacheGeometry {
  uint32_t Size; ///< Bytes.
  uint32_t Associativity;
  uint32_t LineSize; ///< Bytes.
};

/// The cache profile is: ProfileHeader (with the magic and version above),
/// CacheRec, CommandSize bytes of command line padded to a multiple of 8,
/// NumUnits units as in event profiles, with cost tables (CostHeader::TotalSize
/// bytes, packed if they have a packed copy), then NumThreads threads: a
/// CostThreadRec, its CountRecs (slots), OperationCountRecs and LineCountRecs;
/// then the calls (udpc/calls.h): a CallsRec and its CallRecs; then the regions
/// (udpc/regions.h).
struct CacheRec {
  CacheGeometry I1, D1, LL;
  uint32_t Flags;   ///< CacheFlags.
  CacheGeometry L2; ///< Zero: not simulated.
  uint32_t Reserved; ///< 0.
  /// Of the option `time_share`: samples of CPU time, and how many of them are
  /// in executables and libraries without a profile.
  uint64_t TimeSamples;
  uint64_t UnprofiledSamples;
};

enum CacheFlags : uint32_t {
  /// At least one unit simulates caches.
  CachesSimulated = 1,
  /// The hardware prefetcher was simulated as well.
  PrefetcherSimulated = 2,
  /// At least one unit simulates branches.
  BranchesSimulated = 4,
  /// There is a middle level, L2.
  MiddleLevelSimulated = 8,
  /// Of sums: runs that have simulated caches have simulated different ones.
  /// Those that differ have no size.
  CachesDiffer = 16,
  /// Of sums: some runs have simulated caches, some have not.
  SomeSimulatedNone = 32,
  /// The same, with branches.
  SomeWithoutBranches = 64,
};

struct CostThreadRec {
  uint64_t Index; ///< As ThreadRec.
  uint64_t Tid;
  uint64_t NumCounts;
  uint64_t NumOperations;
  uint64_t NumLines;
};

struct StrideRec {
  int64_t Bytes; ///< From one line to the next: a multiple of the line size.
  uint64_t Count;
};

/// The misses of an operation. Sorted by (Unit, Operation).
///
/// All misses are counted. Strides are measured between lines that miss D1, one
/// after another in the same thread, for the first thousands of misses and then
/// in samples; NumStrides is their number, and the other stride fields refer to
/// these. Strides are found in bounded memory (Misra-Gries): a stride that
/// makes up more than a fifth of all is always present, and counts are too low
/// by at most that share.
struct OperationCountRec {
  uint32_t Unit; ///< Index of the cost table in this profile.
  uint32_t Operation;
  uint64_t D1Misses;
  uint64_t LLMisses;
  uint64_t Prefetched;  ///< Of the LL misses, those that the hardware
                        ///< prefetcher of the model would have fetched.
  uint64_t NumStrides;  ///< How many were measured.
  uint64_t NumRuns;     ///< How often a stride differed from the one before it.
  uint64_t FirstLine;   ///< Lowest and highest address that missed, divided by
  uint64_t LastLine;    ///< 64.
  uint64_t NumLines;    ///< Estimated number of distinct lines that missed.
  StrideRec Strides[4]; ///< By count, the largest first.
  StrideRec Double[2];  ///< The same from the last but one miss: alternating
                        ///< strides are one stride here.
  uint64_t NumBreaks;   ///< Strides in another direction than the leading one
                        ///< at that time, or over 16 times as long.
  /// Bursts: a miss far (over LeaderReach lines) from the recent ones is a
  /// leader, and misses near it are followers. This is the operation of the
  /// same unit that most often leads when this one follows; NoIndex: none.
  uint32_t Leader;
  uint32_t Reserved;    ///< 0.
  uint64_t NumFollowed; ///< How often it follows that; from samples.
  uint64_t LeaderLines; ///< Bit I + LeaderReach: line I, counted from the
                        ///< leader's, is frequently missed by followers.
  /// With a middle level, else 0: its misses, and the estimated numbers of
  /// distinct lines that missed it and the last level.
  uint64_t L2Misses;
  uint64_t L2Lines;
  uint64_t LLLines;
};
/// Two kilobytes, and a bit for each line in both directions.
constexpr int LeaderReach = 32;

/// The events of Cachegrind, in its order, and then the misses of the middle
/// level.
enum CostEvent {
  EventIr,
  EventI1mr,
  EventILmr,
  EventDr,
  EventD1mr,
  EventDLmr,
  EventDw,
  EventD1mw,
  EventDLmw,
  EventBc,
  EventBcm,
  EventBi,
  EventBim,
  EventI2mr,
  EventD2mr,
  EventD2mw,
  NumCostEvents
};
constexpr const char *CostEventNames[NumCostEvents] = {
    "Ir",   "I1mr", "ILmr", "Dr", "D1mr", "DLmr", "Dw",   "D1mw",
    "DLmw", "Bc",   "Bcm",  "Bi", "Bim",  "I2mr", "D2mr", "D2mw"};

/// Events of a cost centre that slots and operations do not have: misses of
/// code fetches, accesses of library functions, and mispredicted branches.
/// Sorted by (Unit, Line).
struct LineCountRec {
  uint32_t Unit;
  uint32_t Line; ///< Index into the LineRecs.
  uint64_t Counts[NumCostEvents];
};

static_assert(sizeof(CacheRec) == 72, "ABI");
static_assert(sizeof(CostThreadRec) == 40, "ABI");
static_assert(sizeof(OperationCountRec) == 224, "ABI");
static_assert(sizeof(LineCountRec) == 136, "ABI");

} // namespace abi
} // namespace udpc

/// What generated code of units that simulate caches refers to, if only
/// executables can have it. Objects define all of it weakly, once in a program:
/// the variables for the runtime as well, and functions that do nothing where
/// it is not linked.
///
/// All keep every register but the flags, and are called with an aligned
/// or unaligned stack, below the red zone.
///
/// If a line is not in the index, it may have missed: generated code then calls
/// __udpc_access or __udpc_fetch, which simulate all members of the group.
extern "C" {
/// %rdi: the base address of the displacements; %rsi: the group's first
/// AccessRec.
void __udpc_access();
/// %rdi: the calling thread's stamp of the line; %rsi: the FetchRec.
void __udpc_fetch();
/// %rdi, %rsi, %rdx: the arguments of the library function; %rax: the RangeRec.
/// To be called before the library function.
void __udpc_range();
/// %rdi: the outcome of a branch; %rsi: the OutcomeRec. Code of libraries, too,
/// calls it by this name.
void __udpc_branch();
/// %rsi: the OutcomeRec of a conditional branch whose outcome is in the history.
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

#endif // UDPC_COSTS_H
