//===- udpc/costs.h - The contract for cost tables --------------*- C++ -*-===//
//
// Shared by the plugin, the runtime and the readers of cache profiles: the cost
// table of a unit, which describes its slots. docs/formats.md is the prose
// version. udpc/simulation.h describes the units that simulate caches,
// udpc/cache_profile.h the file that a run leaves.
//
// As in udpc/abi.h, all records are little-endian and naturally aligned, and
// strings are offsets into the table's strings.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
#ifndef UDPC_COSTS_H
#define UDPC_COSTS_H

#include "udpc/abi.h"

namespace udpc {
namespace abi {

/// ELF section of the cost tables.
#define UDPC_COSTS_SECTION "__udpc_costs"

constexpr uint32_t CostMagic = 0x43504455;       // "UDPC"
constexpr uint32_t PackedCostMagic = 0x50504455; // "UDPP"
/// Version 1 had no NumCodeLines, 2 no callees and exports, 3 only the callees
/// that are not in the unit, without frames, 4 no branches, 5 other code of
/// calls, 7 no jumps.
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
  /// Number of 64-byte lines of code, in units that simulate caches or
  /// branches; otherwise 0.
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
  /// Code fetches are omitted only if their line was the last one fetched
  /// (-fudpc-profile=cache-any-i1), so I1 may have fewer sets than RecentCode.
  SupportsAnyI1 = 2,
  /// The table's packed form follows it: TotalSize bytes of its own.
  HasPackedCopy = 4,
  /// The code passes the outcomes of its branches to the runtime
  /// (-fudpc-profile=...,branches).
  SimulatesBranches = 8,
};

/// The packed form of a cost table, which profiles have in its place: this
/// header, CompressedSize bytes, and zeros up to a multiple of 8. The bytes are
/// a 3 (the number of this form), the CRC-32 (uint32_t) of the columns, and the
/// columns (ColumnsSize bytes), compressed by zstd; or a 2 and the columns,
/// compressed by zlib. The columns are the lists in the table's order, then the
/// strings. Lists are written by columns: the first 32 bits of all records, the
/// next 32 bits, and so on. Each number is written as its difference D to a
/// prediction (profdata/cache/PackedColumns.cpp), modulo 2^32: the ULEB128 code
/// of 2 * D or, if D is negative, of -1 - 2 * D.
struct PackedCostHeader {
  /// Header of the table, but with PackedCostMagic, the size of the packed form
  /// as TotalSize, and without HasPackedCopy.
  CostHeader Table;
  uint64_t ColumnsSize;
  uint64_t CompressedSize;
};

/// Maximum ratio of a table's size to its packed form's, so that a small file
/// cannot make readers use much memory. Tables beyond it have no packed form.
constexpr uint64_t MaxPackRatio = 64;

/// A function with code of its own. One that represents external code (memcpy)
/// has no blocks.
struct CodeRec {
  uint32_t Symbol; ///< String: as the symbol table has it.
  uint32_t Name;   ///< String: demangled with parameters; C: as the symbol.
  uint32_t File;   ///< String: where it is defined; "" if unknown.
  uint32_t Line;   ///< Line of its definition; 0 if unknown.
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
  uint32_t Function;      ///< String: the name in keys.
  uint32_t Name;          ///< String: demangled.
  uint32_t File;          ///< String; "" if unknown. As DWARF has it, absolute.
  uint32_t Line;          ///< 0 if unknown.
  uint32_t LineOffset;    ///< From the function's line, as in keys.
  uint32_t Discriminator; ///< In a key's frame, the key's; otherwise copiesOf,
                          ///< baseOf.
};

/// Fields of the discriminator in a CostRec's frame: LLVM's base discriminator,
/// and how many copies of the source's instruction the compiler has made by
/// unrolling and vectorising loops.
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
  uint32_t Frame; ///< NoIndex: unknown.
  uint32_t Line;  ///< The cost centre.
  uint16_t Ir;    ///< Instructions. More than 65535 are several records.
  uint16_t Dr; ///< Instructions that read memory, including read-modify-write
               ///< instructions.
  uint16_t Dw; ///< Instructions that write memory.
  uint8_t Bc;  ///< Conditional branches. More than 255 are several
               ///< records.
  uint8_t Bi;  ///< Indirect branches: jumps and calls, no returns.
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
  uint32_t NumCalls; ///< Per execution of the block, without conditional tail
                     ///< calls, which BlockRec::NumCalls includes: may be 0.
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

} // namespace abi
} // namespace udpc

#endif // UDPC_COSTS_H
