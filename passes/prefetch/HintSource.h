//===- HintSource.h - Hints for the functions of a module -------*- C++ -*-===//
//
// Gives the passes the hints of a function from the hint file that its options
// name.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_HINTSOURCE_H
#define UDPC_PASSES_PREFETCH_HINTSOURCE_H

#include "profdata/hints/HintSet.h"
#include <map>
#include <memory>
#include <set>
#include <string>

namespace llvm {
class Function;
} // namespace llvm

namespace udpc {

/// Reads hint files on first use, and reports errors once: the program is then
/// compiled without prefetches. All sources of a process share the parsed
/// files, so several passes, and the threads of ThinLTO, parse a file once.
/// Several threads may use different sources at once, but not one source.
class HintSource {
public:
  /// \p IsQuiet says that another source reports the errors.
  explicit HintSource(bool IsQuiet = false) : IsQuiet(IsQuiet) {}

  /// The hints for \p F; null if there is no readable file.
  const HintSet *hintsFor(const llvm::Function &F);

  /// Whether operations of \p F may have unique keys. If not, reports the
  /// reason once for the module.
  bool checkDebugInfo(const llvm::Function &F);

  /// The files that could be read.
  const std::set<std::string> &files() const { return Read; }

private:
  /// The hints of each file; null if it could not be read.
  std::map<std::string, std::shared_ptr<const HintSet>> Files;
  std::set<std::string> Read;
  bool IsQuiet, HasWarned = false;
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_HINTSOURCE_H
