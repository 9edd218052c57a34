//===- MergeInstructions.h - One instruction for several sites --*- C++ -*-===//
//
// Several sites of one event that are always executed together need one udpc
// instruction, which says how many they are (encoding::Instruction::Times). It
// has a slot of its own, which the site table adds to the value of each of
// them. Sites of different events keep their own instructions: each is on while
// its event is, and a counter unit counts by event.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_MERGEINSTRUCTIONS_H
#define UDPC_PASSES_LOWERING_MERGEINSTRUCTIONS_H

#include "llvm/IR/PassManager.h"

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

struct UnitGlobals;

/// Merges the instructions of \p Unit. CountSegments.h has the rules. Returns
/// how many fewer there are.
unsigned mergeInstructions(llvm::Module &M, const UnitGlobals &Unit,
                           llvm::FunctionAnalysisManager &FAM);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_MERGEINSTRUCTIONS_H
