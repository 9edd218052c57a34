//===- SourceFunction.h - A function as the source has it -------*- C++ -*-===//

#ifndef UDPC_PASSES_SITES_SOURCEFUNCTION_H
#define UDPC_PASSES_SITES_SOURCEFUNCTION_H

#include "passes/sites/SourcePath.h"
#include "spec/Matching.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class DIFile;
class Function;
} // namespace llvm

namespace udpc {

/// Whether functions of that name are compiler-generated.
bool isCompilerGenerated(llvm::StringRef LinkageName);

/// Why \p F cannot or must not count, or "".
llvm::StringRef reasonNotToCount(const llvm::Function &F,
                                 const FunctionNames &Names);

/// The start of a function.
struct SourcePosition {
  std::string File; ///< Absolute where it is known.
  unsigned Line = 0;
};
SourcePosition positionOf(const llvm::Function &F);

/// The same of many functions: normalising the name of a file may ask the file
/// system.
class FunctionPositions {
public:
  SourcePosition of(const llvm::Function &F);

private:
  llvm::DenseMap<const llvm::DIFile *, std::string> Paths;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_SOURCEFUNCTION_H
