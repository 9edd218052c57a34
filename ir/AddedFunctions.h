//===- AddedFunctions.h - Attributes of added functions ---------*- C++ -*-===//
//
// Attributes that keep other instrumentation away from the functions that udpc
// adds to a module, and the location of code that it adds to others. Used by
// the passes that add code.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_IR_ADDEDFUNCTIONS_H
#define UDPC_IR_ADDEDFUNCTIONS_H

#include "llvm/IR/DebugLoc.h"

namespace llvm {
class Function;
} // namespace llvm

namespace udpc {

/// Excludes \p F, a function that udpc adds or declares, from the
/// instrumentation of the program: sanitizers, their coverage, LLVM's profiles.
/// Threads and processes run such functions before a sanitizer's runtime knows
/// the thread or process. DataFlowSanitizer would rename \p F otherwise.
void excludeFromInstrumentation(llvm::Function &F);

/// Sets the attributes of \p F, a function without vectors that udpc adds to a
/// module: it is excluded from instrumentation, and gets the processor and
/// features that the module is compiled for, as clang sets them for functions
/// without the attribute `target`. With other attributes, LLVM would prepare
/// the code generation for two targets (X86Subtarget: a millisecond each).
/// Without effect on the processor if the module was not compiled in this
/// process.
void setAddedAttributes(llvm::Function &F);

/// The location of code that udpc adds to \p F, which belongs to no source
/// line: line 0. None if \p F has no debug information.
llvm::DebugLoc noLine(const llvm::Function &F);

} // namespace udpc

#endif // UDPC_IR_ADDEDFUNCTIONS_H
