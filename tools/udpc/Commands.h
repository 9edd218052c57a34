//===- Commands.h - The commands of udpc ------------------------*- C++ -*-===//
//
// The table of udpc's commands, which udpc.cpp runs and the manual lists.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_COMMANDS_H
#define UDPC_TOOLS_UDPC_COMMANDS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/CommandLine.h"

namespace udpc {

/// A command of udpc.
struct Command {
  llvm::cl::SubCommand *Parser; ///< True if it is the one that was called.
  void (*HideUnrelated)();      ///< Hides the options of other commands.
  int (*Run)();                 ///< Returns the exit status.
};

/// Returns all commands, sorted by name.
llvm::ArrayRef<Command> commands();

/// The summary in `udpc --help`.
inline constexpr const char ToolSummary[] =
    "udpc: what instrumented programs have counted and cost";

/// Removes the options of other commands from each command and its help.
void hideForeignOptions();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_COMMANDS_H
