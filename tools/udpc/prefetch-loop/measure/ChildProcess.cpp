//===- ChildProcess.cpp - Runs the commands of the loop -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/measure/ChildProcess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

static volatile sig_atomic_t Interrupted = 0;
static volatile pid_t Child = 0;

static void endChild() {
  Interrupted = 1;
  // The child leads a process group of its own, or has not created it yet.
  if (Child && kill(-Child, SIGINT))
    kill(Child, SIGINT);
}

void udpc::catchInterrupts() { sys::SetInterruptFunction(endChild); }

bool udpc::wasInterrupted() { return Interrupted; }

std::string udpc::commandText(ArrayRef<std::string> Args) {
  std::string Text;
  raw_string_ostream OS(Text);
  ListSeparator Space(" ");
  for (const std::string &Arg : Args) {
    OS << Space;
    sys::printArg(OS, Arg, /*Quote=*/false);
  }
  return Text;
}

static std::vector<std::string>
environmentWith(ArrayRef<std::pair<std::string, std::string>> Changes) {
  std::vector<std::string> All;
  for (char **Entry = environ; *Entry; ++Entry) {
    StringRef Name = StringRef(*Entry).split('=').first;
    if (none_of(Changes, [&](const auto &C) { return C.first == Name; }))
      All.push_back(*Entry);
  }
  for (const auto &[Name, Value] : Changes)
    if (!Value.empty())
      All.push_back(Name + "=" + Value);
  return All;
}

/// Waits for the end of \p Pid, which leads a process group and keeps its
/// number until it is reaped. After an interrupt, kills the group if it does
/// not end soon, and what remains of it then, because background processes of
/// shells ignore interrupts.
static void waitForEnd(pid_t Pid) {
  static constexpr unsigned MostChecks = 30, MicrosecondsEach = 100000;
  siginfo_t Info = {};
  while (!wasInterrupted() && waitid(P_PID, Pid, &Info, WEXITED | WNOWAIT) &&
         errno == EINTR)
    ;
  if (!wasInterrupted())
    return;
  for (unsigned I = 0; I != MostChecks; ++I) {
    Info.si_pid = 0;
    if (waitid(P_PID, Pid, &Info, WEXITED | WNOWAIT | WNOHANG) || Info.si_pid)
      break;
    usleep(MicrosecondsEach);
  }
  kill(-Pid, SIGKILL);
}

Expected<ChildTimes> udpc::runChild(const ChildCommand &Command) {
  ErrorOr<std::string> Program = sys::findProgramByName(Command.Args[0]);
  if (!Program)
    return createStringError("cannot be run: there is no program '" +
                             Command.Args[0] + "' in PATH");
  std::vector<StringRef> Args(Command.Args.begin(), Command.Args.end());
  std::vector<std::string> Changed = environmentWith(Command.Environment);
  std::vector<StringRef> Environment(Changed.begin(), Changed.end());
  std::optional<StringRef> Redirects[] = {StringRef(), Command.Stdout,
                                          Command.Stderr};

  if (wasInterrupted())
    return createStringError("interrupted");
  // Redirects overwrite files without truncating them.
  for (const std::string *File : {&Command.Stdout, &Command.Stderr})
    if (std::error_code EC = sys::fs::remove(*File))
      return createStringError("cannot be run: " + *File + ": " + EC.message());
  std::string Message;
  auto Start = std::chrono::steady_clock::now();
  // Detached, the child leads a process group, so an interrupt reaches all its
  // descendants, for example compilers started by a shell.
  sys::ProcessInfo Started = sys::ExecuteNoWait(
      *Program, Args, ArrayRef(Environment), Redirects, /*MemoryLimit=*/0,
      &Message, /*ExecutionFailed=*/nullptr, /*AffinityMask=*/nullptr,
      /*DetachProcess=*/true);
  if (!Started.Pid)
    return createStringError("cannot be run: " + Message);
  Child = Started.Pid;
  if (wasInterrupted())
    endChild();
  waitForEnd(Started.Pid);
  std::optional<sys::ProcessStatistics> Used;
  sys::ProcessInfo Ended = sys::Wait(Started, std::nullopt, &Message, &Used);
  Child = 0;
  std::chrono::duration<double> Wall = std::chrono::steady_clock::now() - Start;

  if (wasInterrupted())
    return createStringError("interrupted");
  if (Ended.ReturnCode == -2)
    return createStringError("crashed: " + Message);
  if (Ended.ReturnCode < 0)
    return createStringError("cannot be run: " + Message);
  if (Ended.ReturnCode)
    return createStringError("ended with status " + Twine(Ended.ReturnCode));
  auto Seconds = [](std::chrono::microseconds T) { return T.count() * 1e-6; };
  return ChildTimes{Seconds(Used->TotalTime), Wall.count()};
}
