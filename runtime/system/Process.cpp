//===- Process.cpp - Options and description of the process ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/system/Process.h"
#include "runtime/base/Text.h"
#include "runtime/system/System.h"
#include <fcntl.h>
#include <limits.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <sys/utsname.h>

using namespace udpc;
using namespace udpc::rt;

static Options TheOptions;
static bool Forked;
static uint64_t Pid;
static char StartFolder[PATH_MAX];
static utsname Host;
static const char *Program = "";
static char *Command;
static uint64_t CommandSize;

const Options &rt::options() { return TheOptions; }
Options &rt::optionsToSet() { return TheOptions; }
uint64_t rt::processPid() { return Pid; }
bool rt::ownsCounts() { return Pid && currentPid() == Pid; }
bool rt::isStaticExecutable() { return !getauxval(AT_BASE); }

const char *rt::commandLine(uint64_t &Size) {
  Size = CommandSize;
  return Command;
}

OutputNameParts rt::outputNameParts() {
  return {Pid, 0, Host.nodename, Program, StartFolder, Forked, 0};
}

/// Copies the arguments, which programs may overwrite.
static void keepCommand(char **Arguments) {
  size_t Size = 1;
  for (char **A = Arguments; *A; ++A)
    Size += lengthOf(*A) + 1;
  Command = static_cast<char *>(mapMemory(2 * Size));
  if (!Command)
    return;
  TextBuffer Out(Command, Size);
  for (char **A = Arguments; *A; ++A)
    Out.add(A == Arguments ? "" : " ").add(*A);
  CommandSize = Out.size();
  if (!Arguments[0])
    return;
  char *Name = Command + Size;
  const char *Slash = findLast(Arguments[0], '/');
  TextBuffer(Name, Size).add(Slash ? Slash + 1 : Arguments[0]);
  Program = Name;
}

/// Reads the arguments from /proc, because musl ignores .preinit_array, which
/// passes them.
static void readCommand() {
  constexpr size_t MaxSize = 64 << 10;
  constexpr size_t MaxArguments = MaxSize / sizeof(char *) - 1;
  auto *Text = static_cast<char *>(mapMemory(2 * MaxSize));
  int FD = Text ? openFile("/proc/self/cmdline", O_RDONLY) : -1;
  if (FD < 0)
    return unmapMemory(Text, 2 * MaxSize);
  long Size =
      rawSyscall(SYS_read, FD, reinterpret_cast<long>(Text), MaxSize - 1);
  closeFile(FD);
  auto **Arguments = reinterpret_cast<char **>(Text + MaxSize);
  size_t Count = 0;
  for (long At = 0; At < Size && Count != MaxArguments;
       At += lengthOf(Text + At) + 1)
    Arguments[Count++] = Text + At;
  keepCommand(Arguments);
  unmapMemory(Text, 2 * MaxSize);
}

void rt::noteProcess(char **Arguments) {
  Pid = currentPid();
  if (rawSyscall(SYS_getcwd, reinterpret_cast<long>(StartFolder),
                 sizeof(StartFolder)) < 0 ||
      StartFolder[0] != '/')
    StartFolder[0] = 0;
  rawSyscall(SYS_uname, reinterpret_cast<long>(&Host));
  if (Arguments)
    keepCommand(Arguments);
  else
    readCommand();
}

void rt::noteForkedChild() {
  Pid = currentPid();
  Forked = true;
}
