//===- Ctl.h - udpc ctl ----------------------------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CTL_H
#define UDPC_TOOLS_UDPC_CTL_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand CtlCommand;

/// Leaves in its help what is ours.
void hideUnrelatedToCtl();

/// What the command line says, once it has been parsed. The exit status.
int runCtl();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CTL_H
