//===- CostRuns.h - Reads the costs of runs ------------------- -*- C++ -*-===//
//
// Reads the inputs of `udpc baseline` and `udpc check`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_BASELINE_COSTRUNS_H
#define UDPC_TOOLS_UDPC_BASELINE_COSTRUNS_H

#include "profdata/check/Baseline.h"

namespace udpc {

/// Returns the baseline in \p File, or the costs in \p File if it is a profile.
/// \p Project is the project's folder; "" means that of the current folder.
llvm::Expected<Baseline> readBaseline(const std::string &File,
                                      llvm::StringRef Project);

/// Returns the costs of \p Files, profiles of any kind, each a run of the same
/// program.
llvm::Expected<Baseline> readRuns(llvm::ArrayRef<std::string> Files,
                                  const CostSelection &Selection,
                                  llvm::StringRef Project);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_BASELINE_COSTRUNS_H
