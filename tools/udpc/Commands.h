//===- Commands.h - The commands of udpc ------------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_COMMANDS_H
#define UDPC_TOOLS_UDPC_COMMANDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/CommandLine.h"

namespace udpc {

struct Command {
  llvm::cl::SubCommand *Parser; ///< True if it is the one that was called.
  void (*HideUnrelated)();      ///< Hides the options of other commands.
  int (*Run)();                 ///< Returns the exit status.
};

/// All of them, by name.
llvm::ArrayRef<Command> commands();

/// What --help says of udpc.
inline constexpr const char ToolSummary[] =
    "udpc: what instrumented programs have counted and cost";

/// Leaves in each command, and in its help, only its own options.
void hideForeignOptions();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_COMMANDS_H
