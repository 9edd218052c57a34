//===- AccessPlace.h - Where accesses without a line are --------*- C++ -*-===//
//
// Optimisation leaves memory operations without a line: those made of accesses
// in several lines, loads that have been moved out of loops, and those that the
// code generator separates from the computation that uses their value. Their
// keys need a line that IR and final code agree on, and that is the same with
// hints and without. It is that of another access to the same address, or of
// the address' computation.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_ACCESSPLACE_H
#define UDPC_PASSES_PREFETCH_ACCESSPLACE_H

namespace llvm {
class DILocation;
class Instruction;
class MachineInstr;
} // namespace llvm

namespace udpc {

/// The location of \p Access if that has a line; else the one that its address
/// has. Null if there is none, and for stores that have no location.
const llvm::DILocation *placeOf(const llvm::Instruction &Access);

/// The same for \p Access without a line in final code, by the IR that it was
/// made of. Null if that is not known, or has no location either.
const llvm::DILocation *placeByMemory(const llvm::MachineInstr &Access);

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_ACCESSPLACE_H
