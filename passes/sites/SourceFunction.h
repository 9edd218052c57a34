//===- SourceFunction.h - A function of the source --------------*- C++ -*-===//
//
// Decides which functions of a module are functions of the source and may
// count, and where they begin.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

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

/// Whether functions named \p LinkageName are compiler-generated.
bool isCompilerGenerated(llvm::StringRef LinkageName);

/// Whether resolvers of indirect functions in \p M may count, although they run
/// before thread-local storage is ready (passes/lowering/unit/Resolvers.h).
bool canEnterResolvers(const llvm::Module &M);

/// Where code is added to functions.
enum class AddedCode {
  InIR,    ///< The IR of the source, or its places in final code.
  AsFinal, ///< Final code, with all registers preserved that it may read.
};

/// The reason why code must not be added to \p F, or "". All code that counts
/// in functions follows this rule.
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

/// The starts of many functions. Caches the names of files, whose normalisation
/// may query the file system.
class FunctionPositions {
public:
  SourcePosition of(const llvm::Function &F);

private:
  llvm::DenseMap<const llvm::DIFile *, std::string> Paths;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_SOURCEFUNCTION_H
