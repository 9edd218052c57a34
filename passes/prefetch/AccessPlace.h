//===- AccessPlace.h - Locations of accesses without a line -----*- C++ -*-===//
//
// Optimisation leaves memory operations without a line: those made of accesses
// in several lines, loads that have been moved out of loops, and those that the
// code generator separates from the computation that uses their value. Their
// keys need a line on which IR and final code agree, and which is the same with
// hints and without. It is the line of another access to the same address, or
// of the address' computation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_ACCESSPLACE_H
#define UDPC_PASSES_PREFETCH_ACCESSPLACE_H

namespace llvm {
class DILocation;
class Instruction;
class MachineInstr;
} // namespace llvm

namespace udpc {

/// The location of \p Access if that has a line; else that of its address. Null
/// if there is none, and for stores that have no location.
const llvm::DILocation *placeOf(const llvm::Instruction &Access);

/// The location for \p Access, which has no line in final code, by the IR that
/// it was made from. Null if that is not known, or has no location either.
const llvm::DILocation *placeByMemory(const llvm::MachineInstr &Access);

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_ACCESSPLACE_H
