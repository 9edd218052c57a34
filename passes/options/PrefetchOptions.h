//===- PrefetchOptions.h - Options of the prefetch passes -------*- C++ -*-===//
//
// At link-time code generation the linker does not know the plugin's options.
// So they are stored as function attributes; the command line takes precedence.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_OPTIONS_PREFETCHOPTIONS_H
#define UDPC_PASSES_OPTIONS_PREFETCHOPTIONS_H

#include "profdata/hints/Hint.h"
#include "llvm/IR/PassManager.h"
#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace udpc {

/// The attributes. Their values are "<hash> <absolute path>"; "true", "false"
/// or "debug-info"; "true" or "false"; and a number of iterations.
constexpr llvm::StringLiteral HintsAttribute = "udpc-prefetch-hints",
                              DiscriminateAttribute =
                                  "udpc-discriminate-memops",
                              BypassAttribute =
                                  "udpc-bypass-prefetch-instructions",
                              IndirectAttribute = "udpc-prefetch-indirect";

struct PrefetchOptions {
  std::string HintsFile; ///< "" if there is none.
  enum KeyChoice {
    DefaultKeys, ///< With hints or debug info for profiling: SectionKeys.
    NoKeys,
    SectionKeys,   ///< Keys are in a section of their own.
    DebugInfoKeys, ///< Keys are in the line table, as in LLVM's pass.
  };
  KeyChoice Keys = DefaultKeys;
  bool BypassPrefetches = true;
  /// The distance in iterations for all indirect accesses without hints; 0:
  /// they are not prefetched.
  uint64_t IndirectDistance = 0;
  /// The type and the level of prefetches without hints, which tests choose.
  Hint Indirect = {HintType::Indirect};

  static PrefetchOptions of(const llvm::Function &F);
};

/// Whether the command line of this process enables prefetches, or a compiled
/// module has hints.
bool mayHaveHints();

/// Records the command line options in the IR.
class CarryPrefetchOptionsPass
    : public llvm::PassInfoMixin<CarryPrefetchOptionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // Also for optnone, -O0.
};

} // namespace udpc

#endif // UDPC_PASSES_OPTIONS_PREFETCHOPTIONS_H
