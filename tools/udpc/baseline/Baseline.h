//===- Baseline.h - udpc baseline and udpc check ----------------*- C++ -*-===//
//
// The commands that store the costs of runs and compare new runs with them.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_BASELINE_BASELINE_H
#define UDPC_TOOLS_UDPC_BASELINE_BASELINE_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand BaselineCommand;
extern llvm::cl::SubCommand CheckCommand;

void hideUnrelatedToBaseline();
void hideUnrelatedToCheck();
/// Runs `udpc baseline`. Returns 0, or 2 for invalid input.
int runBaseline();
/// Runs `udpc check`. Returns 0 within the limits, 1 above, 2 for invalid
/// input.
int runCheck();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_BASELINE_BASELINE_H
