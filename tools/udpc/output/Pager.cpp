//===- Pager.cpp - Long output for people ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/output/Pager.h"
#include "tools/udpc/output/Output.h"
#include "tools/udpc/output/Terminal.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>

using namespace llvm;
using namespace udpc;

/// Returns the pager's command line, or "".
static std::string pagerCommand() {
  if (!isCapableTerminal())
    return "";
  if (const char *Pager = std::getenv("PAGER"))
    return StringRef(Pager) == "cat" ? "" : Pager;
  return sys::findProgramByName("less") ? "less" : "";
}

namespace {
/// While it exists, \p Signal is ignored. A handler does so, as programs that
/// are started do not inherit handlers.
class Ignored {
public:
  explicit Ignored(int Signal) : Signal(Signal) {
    struct sigaction Action = {};
    Action.sa_handler = [](int) {};
    Action.sa_flags = SA_RESTART;
    sigaction(Signal, &Action, &Before);
  }
  ~Ignored() { sigaction(Signal, &Before, nullptr); }

private:
  int Signal;
  struct sigaction Before;
};
} // namespace

/// Shows \p Text. Returns whether the pager could be started.
static bool page(const std::string &Command, StringRef Text) {
  // As git: quit if it fits, show colours, leave the text on the terminal.
  setenv("LESS", "FRX", /*replace=*/0);
  setenv("LV", "-c", /*replace=*/0);
  setenv("LESSCHARSET", "utf-8", /*replace=*/0);
  // The pager decides what Ctrl-C does. It may end before it has read all.
  Ignored Interrupt(SIGINT), Quit(SIGQUIT), Pipe(SIGPIPE);
  outs().flush();
  FILE *Pager = popen(Command.c_str(), "we");
  if (!Pager)
    return false;
  fwrite(Text.data(), 1, Text.size(), Pager);
  int Status = pclose(Pager);
  // The shell's status if it has not found or may not start the program.
  return !(WIFEXITED(Status) &&
           (WEXITSTATUS(Status) == 126 || WEXITSTATUS(Status) == 127));
}

Error udpc::printPaged(StringRef File,
                       function_ref<Error(raw_ostream &)> Print) {
  if ((!File.empty() && File != "-") || !sys::Process::StandardOutIsDisplayed())
    return printTo(File, Print);
  std::string Text;
  raw_string_ostream OS(Text);
  {
    TerminalBuffer Buffer(OS);
    if (Error E = Print(OS))
      return E;
  }
  if (StringRef(Text).count('\n') >= terminalRows())
    if (std::string Command = pagerCommand();
        !Command.empty() && page(Command, Text))
      return Error::success();
  outs() << Text;
  return finishStandardOutput();
}
