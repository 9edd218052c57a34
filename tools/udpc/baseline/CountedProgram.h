//===- CountedProgram.h - Runs a program to be checked ----------*- C++ -*-===//
//
// Runs the program of `udpc baseline --run` and `udpc check --run`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_BASELINE_COUNTEDPROGRAM_H
#define UDPC_TOOLS_UDPC_BASELINE_COUNTEDPROGRAM_H

#include "profdata/check/Baseline.h"

namespace udpc {

/// A program that is run to be measured.
struct CountedProgram {
  std::vector<std::string> Words;
  /// The file of costs that it writes, below Folder; "": its profile.
  std::string Results;
  std::string Folder; ///< Where it runs; "": where this process is.
};

/// Runs \p Program, compiled with -fudpc-profile, and returns its costs and
/// those of its children. What it prints goes to standard error. Fails if its
/// exit status is not 0, and if it leaves no profile, or those of several
/// programs.
llvm::Expected<Baseline> runProgram(const CountedProgram &Program,
                                    const CostSelection &Selection,
                                    llvm::StringRef Project);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_BASELINE_COUNTEDPROGRAM_H
