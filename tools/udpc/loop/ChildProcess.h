//===- ChildProcess.h - Runs the commands of the loop ----------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_LOOP_CHILDPROCESS_H
#define UDPC_TOOLS_UDPC_LOOP_CHILDPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>
#include <vector>

namespace udpc {

struct ChildCommand {
  /// As they were given: no shell sees them. The first is looked for in PATH
  /// unless it is a path.
  std::vector<std::string> Args;
  /// Set beside what is in our environment; "" takes out.
  std::vector<std::pair<std::string, std::string>> Environment;
  /// Where its output goes; standard input is empty. May be the same file.
  std::string Stdout, Stderr;
};

/// The words as one would write them.
std::string commandText(llvm::ArrayRef<std::string> Args);

/// In seconds, children of children that have been waited for included.
struct ChildTimes {
  double Cpu = 0, User = 0, Wall = 0;
};

/// Runs a command to its end. The error says that it could not be run, or how
/// it failed, in one line without its name; or that somebody interrupted us
/// (wasInterrupted), and then the child and all that it started have been
/// interrupted too.
llvm::Expected<ChildTimes> runChild(const ChildCommand &Command);

/// From now on SIGINT, SIGTERM and SIGHUP end a child, not us. Once: the second
/// signal ends us as ever.
void catchInterrupts();
bool wasInterrupted();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOOP_CHILDPROCESS_H
