//===- PrefetchOptions.h - What the command line wants ---------*- C++ -*-===//
//
// Where code is generated at link time, the linker does not know the plugin's
// options. So they travel with the functions, as attributes; what the command
// line says goes first.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_PREFETCHOPTIONS_H
#define UDPC_PASSES_PREFETCH_PREFETCHOPTIONS_H

#include "llvm/IR/PassManager.h"
#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace udpc {

/// The attributes: "<hash> <absolute path>", "true" or "false".
constexpr llvm::StringLiteral HintsAttribute = "udpc-prefetch-hints",
                              DiscriminateAttribute =
                                  "udpc-discriminate-memops",
                              BypassAttribute =
                                  "udpc-bypass-prefetch-instructions";

struct PrefetchOptions {
  std::string HintsFile; ///< "" if there is none.
  bool Discriminate = true;
  bool BypassPrefetches = true;

  static PrefetchOptions of(const llvm::Function &F);
};

/// Whether the command line of this process asks for prefetches, or a module
/// that it has compiled came with hints.
bool mayHaveHints();

/// Notes in the IR what the command line says.
class CarryPrefetchOptionsPass
    : public llvm::PassInfoMixin<CarryPrefetchOptionsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &);
  static bool isRequired() { return true; } // Also for optnone, -O0.
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_PREFETCHOPTIONS_H
