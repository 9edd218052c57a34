//===- Process.cpp - The process that counts ------------------------------===//

#include "runtime/Process.h"
#include "runtime/Control.h"
#include "runtime/Dump.h"
#include "runtime/Hooks.h"
#include "runtime/Streams.h"
#include "runtime/Switches.h"
#include "runtime/System.h"
#include "runtime/Threads.h"
#include "sanitizer_common/sanitizer_libc.h"
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

using namespace udpc;
using namespace udpc::rt;
using namespace __sanitizer;

extern "C" {
char __udpc_runtime;
int __cxa_atexit(void (*)(void *), void *, void *);
// A sanitizer's __sanitizer_set_death_callback, where the program has one: the
// build renames it.
__attribute__((weak)) void __udpc_set_death_callback(void (*)());
}

static Options TheOptions;
static bool Started, Forked;
static uint64_t Pid;
static char StartFolder[PATH_MAX];
static utsname Host;
static const char *Program = "";
static char *Command;
static uint64_t CommandSize;

const Options &rt::options() { return TheOptions; }
uint64_t rt::processPid() { return Pid; }
bool rt::ownsCounts() { return Started && currentPid() == Pid; }
bool rt::isStaticExecutable() { return !getauxval(AT_BASE); }

const char *rt::commandLine(uint64_t &Size) {
  Size = CommandSize;
  return Command;
}

OutputNameParts rt::outputNameParts() {
  return {Pid, 0, Host.nodename, Program, StartFolder, Forked, 0};
}

/// Copies the arguments: programs write over them.
static void keepCommand(char **Arguments) {
  size_t Size = 1;
  for (char **A = Arguments; *A; ++A)
    Size += internal_strlen(*A) + 1;
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
  const char *Slash = internal_strrchr(Arguments[0], '/');
  TextBuffer(Name, Size).add(Slash ? Slash + 1 : Arguments[0]);
  Program = Name;
}

static const char *findOptions(char **Environment) {
  for (char **E = Environment; E && *E; ++E)
    if (!internal_strncmp(*E, "UDPC_OPTIONS=", 13))
      return *E + 13;
  return "";
}

static void readOptions(char **Environment) {
  setDefaults(TheOptions);
  // Who starts a set-user-ID program must not choose what it does.
  if (isPrivileged())
    return;
  parseOptions(
      TheOptions, findOptions(Environment),
      [](void *, const char *Message) { warn(Message); }, nullptr);
  const char *Enable = TheOptions.enable.Text;
  if (*Enable && addRule(Enable, true) < 0)
    warn("UDPC_OPTIONS: enable: '", Enable, "' is no list of globs");
  if (TheOptions.help)
    describeOptions(
        [](void *, const char *Line) {
          say(Line);
          say("\n");
        },
        nullptr);
}

//===----------------------------------------------------------------------===//
// Ends
//===----------------------------------------------------------------------===//

static void atEnd() { dumpProfile("exit", /*IsEnd=*/true); }

static void atExit(void *) {
  // In a static executable destructors run after this, and exit() ends in our
  // _exit, which does it then.
  if (!isStaticExecutable())
    atEnd();
}

static void afterForkInChild() {
  if (!takeLockInChild())
    return;
  restartThreads();
  Pid = currentPid();
  Forked = true;
  forgetDumps();
  restartControl();
  unlockAfterFork();
}

static void registerEnds() {
  // Before everything else, so that it runs after everything else.
  __cxa_atexit(atExit, nullptr, nullptr);
  at_quick_exit(atEnd);
  pthread_atfork(lockForFork, unlockAfterFork, afterForkInChild);
  if (__udpc_set_death_callback)
    __udpc_set_death_callback(atEnd);
}

//===----------------------------------------------------------------------===//
// Start
//===----------------------------------------------------------------------===//

static void start(char **Arguments, char **Environment) {
  if (Started)
    return;
  Started = true;
  Pid = currentPid();
  initLock();
  noteStandardError();
  readOptions(Environment);
  if (rawSyscall(SYS_getcwd, reinterpret_cast<long>(StartFolder),
                 sizeof(StartFolder)) < 0 ||
      StartFolder[0] != '/')
    StartFolder[0] = 0;
  keepDescriptor(TheOptions.output.Text);
  keepDescriptor(TheOptions.cachegrind_output.Text);
  keepDescriptor(TheOptions.cache_output.Text);
  rawSyscall(SYS_uname, reinterpret_cast<long>(&Host));
  if (Arguments)
    keepCommand(Arguments);
  initThreads(TheOptions.max_threads);
  watchThreads();
  registerEnds();
  unblockTrap();
  if (TheOptions.handle_signals)
    guardSignals();
}

void rt::ensureStarted() { start(nullptr, environ); }

static void startEarly(int, char **Arguments, char **Environment) {
  start(Arguments, Environment);
}

__attribute__((section(".preinit_array"),
               used)) static void (*Preinit)(int, char **,
                                             char **) = startEarly;
