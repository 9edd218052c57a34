//===- SourceNames.h - Names of a function of the IR ------------*- C++ -*-===//
//
// Connects functions of the IR with the names that a spec can use. Used by the
// finders of sites and the passes on machine code.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_IR_SOURCENAMES_H
#define UDPC_IR_SOURCENAMES_H

#include "spec/FunctionNames.h"

namespace llvm {
class Function;
} // namespace llvm

namespace udpc {

/// Returns the names by which a spec can refer to \p F: those of the source
/// function of which \p F is a version, with the signatures from the front end.
FunctionNames sourceNamesOf(const llvm::Function &F);

} // namespace udpc

#endif // UDPC_IR_SOURCENAMES_H
