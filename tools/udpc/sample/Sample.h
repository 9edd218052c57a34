//===- Sample.h - udpc sample -----------------------------------*- C++ -*-===//
//
// The command that samples a riscv64 program in udpc-machine.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_SAMPLE_SAMPLE_H
#define UDPC_TOOLS_UDPC_SAMPLE_SAMPLE_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand SampleCommand;

/// Hides options of other commands from its help.
void hideUnrelatedToSample();

/// Executes udpc-machine, which runs the program. Returns only on failure.
int runSample();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_SAMPLE_SAMPLE_H
