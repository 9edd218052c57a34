//===- Annotate.h - udpc annotate ------------------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_H
#define UDPC_TOOLS_UDPC_ANNOTATE_H

#include "llvm/Support/CommandLine.h"

namespace udpc {

extern llvm::cl::SubCommand AnnotateCommand;

/// Leaves in its help what is ours.
void hideUnrelatedToAnnotate();

/// What the command line says, once it has been parsed. The exit status.
int runAnnotate();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_H
