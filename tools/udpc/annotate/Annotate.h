//===- Annotate.h - udpc annotate ----------------------------- -*- C++ -*-===//
//
// The command that shows the costs of source lines, functions and code.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATE_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATE_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand AnnotateCommand;

/// Hides options of other commands from its help.
void hideUnrelatedToAnnotate();

/// Runs the command with the parsed options. Returns the exit status.
int runAnnotate();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATE_H
