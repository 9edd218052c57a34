//===- ChildProcess.h - Runs the commands of the loop -----------*- C++ -*-===//
//
// Starts the build and run commands, and stops them on interrupts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_MEASURE_CHILDPROCESS_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_MEASURE_CHILDPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>
#include <vector>

namespace udpc {

/// A command to run.
struct ChildCommand {
  /// The arguments, without a shell. The first is searched in PATH unless it is
  /// a path.
  std::vector<std::string> Args;
  /// Variables added to this process's environment; "" removes one.
  std::vector<std::pair<std::string, std::string>> Environment;
  /// Output files, which may be the same. Standard input is empty.
  std::string Stdout, Stderr;
};

/// Returns the quoted arguments.
std::string commandText(llvm::ArrayRef<std::string> Args);

/// Times in seconds, including descendants that have been waited for.
struct ChildTimes {
  double Cpu = 0, Wall = 0;
};

/// Runs a command to its end. Fails, in one line without the command's name, if
/// it cannot be run, if it fails, or if this process is interrupted
/// (wasInterrupted). The child's process group is then interrupted too, and
/// killed if it does not end within seconds.
llvm::Expected<ChildTimes> runChild(const ChildCommand &Command);

/// Makes the first SIGINT, SIGTERM or SIGHUP terminate the child, and the
/// second one this process.
void catchInterrupts();
bool wasInterrupted();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_MEASURE_CHILDPROCESS_H
