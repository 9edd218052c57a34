//===- Baseline.h - udpc baseline and udpc check ----------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_BASELINE_BASELINE_H
#define UDPC_TOOLS_UDPC_BASELINE_BASELINE_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand BaselineCommand;
extern llvm::cl::SubCommand CheckCommand;

void hideUnrelatedToBaseline();
void hideUnrelatedToCheck();
/// 0; 2 for bad input.
int runBaseline();
/// 0: within the limits; 1: dearer; 2: bad input.
int runCheck();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_BASELINE_BASELINE_H
