//===- SourceFunction.h - A function as the source has it ------*- C++ -*-===//

#ifndef UDPC_PASSES_SITES_SOURCEFUNCTION_H
#define UDPC_PASSES_SITES_SOURCEFUNCTION_H

#include "passes/sites/SourcePath.h"
#include "spec/Matching.h"

namespace llvm {
class Function;
} // namespace llvm

namespace udpc {

/// Whether no line of the source defines functions of that name.
bool isCompilerGenerated(llvm::StringRef LinkageName);

/// Why \p F cannot or must not count, or "".
llvm::StringRef reasonNotToCount(const llvm::Function &F,
                                 const FunctionNames &Names);

/// Where a function begins.
struct Place {
  std::string File; ///< Absolute where it is known.
  unsigned Line = 0;
};
Place placeOf(const llvm::Function &F);

} // namespace udpc

#endif // UDPC_PASSES_SITES_SOURCEFUNCTION_H
