//===- SourceNames.h - Names of a function of the IR ------------*- C++ -*-===//

#ifndef UDPC_IR_SOURCENAMES_H
#define UDPC_IR_SOURCENAMES_H

#include "spec/FunctionNames.h"

namespace llvm {
class Function;
} // namespace llvm

namespace udpc {

/// The names by which a spec can refer to \p F: those of the source's function
/// of which \p F is a version, with the signatures from the front end.
FunctionNames sourceNamesOf(const llvm::Function &F);

} // namespace udpc

#endif // UDPC_IR_SOURCENAMES_H
