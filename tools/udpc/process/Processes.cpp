//===- Processes.cpp - Finds processes ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/process/Processes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <climits>
#include <csignal>
#include <map>
#include <set>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

std::string Process::name() const {
  std::string Name = "process " + std::to_string(Pid);
  return Program.empty() ? Name : Name + " (" + Program + ")";
}

std::string udpc::statusField(pid_t Pid, StringRef Field) {
  auto Buffer =
      MemoryBuffer::getFileAsStream(("/proc/" + Twine(Pid) + "/status").str());
  if (!Buffer)
    return "";
  for (StringRef Line : split((*Buffer)->getBuffer(), '\n'))
    if (Line.consume_front(Field) && Line.consume_front(":"))
      return Line.trim().str();
  return "";
}

bool udpc::hasEnded(const Process &P) {
  return (kill(P.Pid, 0) && errno == ESRCH) ||
         StringRef(statusField(P.Pid, "State")).starts_with("Z");
}

static Expected<Process> findProcess(StringRef Word) {
  Process P;
  if (Word.getAsInteger(10, P.Pid) || P.Pid <= 0)
    return createStringError("'" + Word + "' is no process number");
  if (kill(P.Pid, 0) && errno == ESRCH)
    return createStringError("there is no process " + Word);
  P.Program = statusField(P.Pid, "Name");
  return P;
}

/// Returns the numbers of all processes, sorted.
static std::set<pid_t> allPids() {
  std::set<pid_t> Pids;
  std::error_code EC;
  for (sys::fs::directory_iterator It("/proc", EC), End; !EC && It != End;
       It.increment(EC)) {
    pid_t Pid;
    if (!sys::path::filename(It->path()).getAsInteger(10, Pid))
      Pids.insert(Pid);
  }
  return Pids;
}

/// Returns the name of the process's executable, or "" if it is not accessible.
static std::string executableName(pid_t Pid) {
  char Path[PATH_MAX];
  ssize_t Size = readlink(("/proc/" + Twine(Pid) + "/exe").str().c_str(), Path,
                          sizeof(Path));
  if (Size <= 0)
    return "";
  StringRef Name = sys::path::filename(StringRef(Path, Size));
  Name.consume_back(" (deleted)");
  return Name.str();
}

/// Adds all descendants of \p Pids.
static void addDescendants(std::set<pid_t> &Pids) {
  std::multimap<pid_t, pid_t> Children;
  for (pid_t Pid : allPids()) {
    pid_t Parent;
    if (!StringRef(statusField(Pid, "PPid")).getAsInteger(10, Parent))
      Children.insert({Parent, Pid});
  }
  std::vector<pid_t> Todo(Pids.begin(), Pids.end());
  while (!Todo.empty()) {
    pid_t Parent = Todo.back();
    Todo.pop_back();
    for (auto [It, End] = Children.equal_range(Parent); It != End; ++It)
      if (Pids.insert(It->second).second)
        Todo.push_back(It->second);
  }
}

Expected<std::vector<Process>>
udpc::findProcesses(const ProcessChoice &Choice) {
  std::set<pid_t> Pids;
  if (!Choice.Pid.empty()) {
    Expected<Process> P = findProcess(Choice.Pid);
    if (!P)
      return P.takeError();
    if (Choice.isOne())
      return std::vector<Process>{std::move(*P)};
    Pids.insert(P->Pid);
  }
  if (!Choice.Name.empty()) {
    Expected<GlobPattern> Glob = GlobPattern::create(Choice.Name);
    if (!Glob)
      return createStringError("--name: " + toString(Glob.takeError()));
    for (pid_t Pid : allPids())
      if (Glob->match(statusField(Pid, "Name")) ||
          Glob->match(executableName(Pid)))
        Pids.insert(Pid);
  }
  if (Choice.Descendants)
    addDescendants(Pids);
  Pids.erase(getpid());

  std::vector<Process> Found;
  for (pid_t Pid : Pids) {
    Process P = {Pid, statusField(Pid, "Name")};
    if (!hasEnded(P))
      Found.push_back(std::move(P));
  }
  if (!Found.empty())
    return Found;
  return createStringError(
      Choice.Name.empty() ? "process " + Choice.Pid + " has ended"
                          : "no process has the name '" + Choice.Name + "'");
}
