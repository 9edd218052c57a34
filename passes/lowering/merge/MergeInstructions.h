//===- MergeInstructions.h - One instruction for several sites --*- C++ -*-===//
//
// Replaces the placeholders of a unit with udpc instructions. The slot of a
// placeholder is the number of a site. The number of sites is added to it if
// the instruction has the opposite command to the site's and compensates for a
// count that was made too early.
//
// Several sites of one event that are always executed together need one udpc
// instruction, which says how many they are (encoding::Instruction::Times). It
// has a slot of its own, which the site table adds to the value of each of
// them. One instruction can also count sites of two events whose counters are
// consecutive, if their commands are the same; abi::InstructionRec says how
// each is counted while only its event is on. A counter unit carries out the
// command for both.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
/// these. With \p FAM, instructions that are executed together are merged
/// (CountSegments.h has the rules). Returns by how many instructions that is
/// fewer.
unsigned emitInstructions(
    llvm::Module &M, const UnitGlobals &Unit,
    const llvm::DenseMap<llvm::Instruction *, Increment> &Placeholders,
    llvm::FunctionAnalysisManager *FAM);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_MERGE_MERGEINSTRUCTIONS_H
