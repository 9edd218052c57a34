//===- MergeInstructions.h - One instruction for several sites --*- C++ -*-===//
//
// Replaces the placeholders of a unit with udpc instructions. The slot of a
// placeholder is the number of a site; the number of sites is added to it where
// the instruction has the command that the site does not have, and compensates
// for a count that was made too early.
//
// Several sites of one event that are always executed together need one udpc
// instruction, which says how many they are (encoding::Instruction::Times). It
// has a slot of its own, which the site table adds to the value of each of
// them. One instruction can count those of two events whose counters follow
// each other, if their commands are the same; abi::InstructionRec says how each
// is counted only while its event is on. A counter unit carries out the command
// for both.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_MERGE_MERGEINSTRUCTIONS_H
#define UDPC_PASSES_LOWERING_MERGE_MERGEINSTRUCTIONS_H

#include "passes/lowering/code/Increments.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

struct UnitGlobals;

/// Emits the instructions of \p Unit for all its placeholders, and removes
/// these. With \p FAM, those that are executed together are merged
/// (CountSegments.h has the rules). Returns how many fewer instructions there
/// are.
unsigned emitInstructions(
    llvm::Module &M, const UnitGlobals &Unit,
    const llvm::DenseMap<llvm::Instruction *, Increment> &Placeholders,
    llvm::FunctionAnalysisManager *FAM);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_MERGE_MERGEINSTRUCTIONS_H
