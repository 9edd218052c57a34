//===- HintSource.h - The hints for the functions of a module ---*- C++ -*-==//

#ifndef UDPC_PASSES_PREFETCH_HINTSOURCE_H
#define UDPC_PASSES_PREFETCH_HINTSOURCE_H

#include "profdata/hints/HintSet.h"
#include <map>
#include <optional>
#include <set>
#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace udpc {

/// Reads hints files when they are first asked for, and says once what is wrong
/// with them: the program is compiled all the same, without prefetches.
class HintSource {
public:
  /// The hints of the file that \p F is to be compiled with; null if there is
  /// none, or none that can be read.
  const HintSet *hintsFor(const llvm::Function &F);

  /// Whether operations of \p F may have keys of their own. If not, says why,
  /// once for the module.
  bool checkDebugInfo(const llvm::Function &F);

  /// Those that could be read.
  const std::set<std::string> &files() const { return Read; }

private:
  std::map<std::string, std::optional<HintSet>> Files;
  std::set<std::string> Read;
  bool HasWarned = false;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_HINTSOURCE_H
