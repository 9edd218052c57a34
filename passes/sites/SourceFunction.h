//===- SourceFunction.h - A function as the source has it -------*- C++ -*-===//

#ifndef UDPC_PASSES_SITES_SOURCEFUNCTION_H
#define UDPC_PASSES_SITES_SOURCEFUNCTION_H

#include "passes/sites/SourcePath.h"
#include "spec/Matching.h"
#include "llvm/ADT/DenseMap.h"

namespace llvm {
class DIFile;
class Function;
class Module;
} // namespace llvm

namespace udpc {

/// Whether functions of that name are compiler-generated.
bool isCompilerGenerated(llvm::StringRef LinkageName);

/// Whether resolvers of indirect functions in \p M may count, although they run
/// before thread-local storage is ready (passes/lowering/unit/Resolvers.h).
bool canEnterResolvers(const llvm::Module &M);

/// Where code is added to functions.
enum class AddedCode {
  InIR,    ///< In the IR of the source, or at its places in final code.
  AsFinal, ///< In final code, with all registers kept that it may read.
};

/// The reason why code must not be added to \p F, or "" if it may be. All that
/// counts in functions follows this rule.
llvm::StringRef reasonNotToAdd(const llvm::Function &F, AddedCode Where);

/// The reason why \p F cannot or must not count as a function of the source, or
/// "".
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
