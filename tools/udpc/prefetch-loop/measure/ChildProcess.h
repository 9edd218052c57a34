//===- ChildProcess.h - Runs the commands of the loop ----------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_MEASURE_CHILDPROCESS_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_MEASURE_CHILDPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>
#include <vector>

namespace udpc {

struct ChildCommand {
  /// The arguments, without a shell. The first is searched in PATH unless it is
  /// a path.
  std::vector<std::string> Args;
  /// Variables added to our environment; "" removes one.
  std::vector<std::pair<std::string, std::string>> Environment;
  /// The files for its output, which may be the same; standard input is empty.
  std::string Stdout, Stderr;
};

/// The quoted arguments.
std::string commandText(llvm::ArrayRef<std::string> Args);

/// In seconds, including descendants that have been waited for.
struct ChildTimes {
  double Cpu = 0, User = 0, Wall = 0;
};

/// Runs a command to its end. Errors, one line without the command's name: it
/// could not be run, it failed, or we were interrupted (wasInterrupted); then
/// the child's process group has been interrupted too, and killed if it did not
/// end within seconds.
llvm::Expected<ChildTimes> runChild(const ChildCommand &Command);

/// From now on the first SIGINT, SIGTERM or SIGHUP terminates the child; the
/// second one terminates this process.
void catchInterrupts();
bool wasInterrupted();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_MEASURE_CHILDPROCESS_H
