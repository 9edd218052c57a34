//===- DebugLabels.h - Debug info labels of code ----------------*- C++ -*-===//
//
// Finds the instructions before which DWARF has a label, on which the rows of
// the line table depend (EmittedLines.cpp).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PLAIN_DEBUGLABELS_H
#define UDPC_PASSES_PROFILE_PLAIN_DEBUGLABELS_H

#include "llvm/ADT/DenseSet.h"

namespace llvm {
class MachineFunction;
class MachineInstr;
} // namespace llvm

namespace udpc {

/// The instructions of \p MF that have a label of DWARF right before them, for
/// the range of a variable's location, of a lexical scope, or for the address
/// after a call. An instruction without a location then begins a row of line 0
/// instead of continuing the previous row.
///
/// Requires variable locations as DBG_VALUEs, that is, to be called after
/// LiveDebugValues.
llvm::DenseSet<const llvm::MachineInstr *>
labelledInstructions(const llvm::MachineFunction &MF);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PLAIN_DEBUGLABELS_H
