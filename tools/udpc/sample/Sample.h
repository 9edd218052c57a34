//===- Sample.h - udpc sample -----------------------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_SAMPLE_SAMPLE_H
#define UDPC_TOOLS_UDPC_SAMPLE_SAMPLE_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand SampleCommand;

/// Hides options of other commands from its help.
void hideUnrelatedToSample();

/// Becomes udpc-machine, which runs the program; returns only if it cannot.
int runSample();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_SAMPLE_SAMPLE_H
