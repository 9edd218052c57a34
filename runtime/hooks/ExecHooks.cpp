//===- ExecHooks.cpp - Writes the profile before exec ---------------------===//
//
// All variants of exec are implemented by two system calls, without the C
// library's functions; PATH is searched here. If exec fails, the program
// continues, and its next profile replaces this one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/base/Text.h"
#include "runtime/log/LogWriter.h"
#include "runtime/log/Snapshot.h"
#include "runtime/output/Dump.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace udpc;
using namespace udpc::rt;

static void writeBeforeExec() {
  dumpProfile("exec");
  if (logIsOpen())
    takeSnapshot(log::Trigger::Exec);
}

static int execute(const char *Path, char *const *Arguments,
                   char *const *Environment) {
  return syscall(SYS_execve, Path, Arguments, Environment);
}

static size_t length(char *const *Arguments) {
  size_t N = 0;
  while (Arguments[N])
    ++N;
  return N;
}

/// Executes \p Path like execvp: a file that is no executable is run as a shell
/// script.
static void executeOrScript(const char *Path, char *const *Arguments,
                            char *const *Environment) {
  execute(Path, Arguments, Environment);
  if (errno != ENOEXEC)
    return;
  size_t N = length(Arguments);
  // On the stack, because after vfork() the memory is the parent's.
  auto **Script =
      static_cast<char **>(__builtin_alloca((N + 3) * sizeof(char *)));
  size_t At = 0;
  Script[At++] = const_cast<char *>("/bin/sh");
  Script[At++] = const_cast<char *>(Path);
  for (size_t I = 1; I < N; ++I)
    Script[At++] = Arguments[I];
  Script[At] = nullptr;
  execute(Script[0], Script, Environment);
}

static int executeInPath(const char *File, char *const *Arguments,
                         char *const *Environment) {
  if (!*File) {
    errno = ENOENT;
    return -1;
  }
  if (strchr(File, '/')) {
    executeOrScript(File, Arguments, Environment);
    return -1;
  }
  const char *Folder = getenv("PATH");
  if (!Folder)
    Folder = "/bin:/usr/bin";
  bool Denied = false;
  for (;; ++Folder) {
    char Path[PATH_MAX];
    TextBuffer Out(Path, sizeof(Path));
    for (; *Folder && *Folder != ':'; ++Folder)
      Out.add(*Folder);
    if (Out.size())
      Out.add('/');
    Out.add(File);
    if (Out.overflowed()) {
      errno = ENAMETOOLONG;
    } else {
      executeOrScript(Path, Arguments, Environment);
      if (errno == EACCES)
        Denied = true;
      else if (errno != ENOENT && errno != ENOTDIR && errno != ESTALE &&
               errno != ENODEV && errno != ETIMEDOUT)
        return -1;
    }
    if (!*Folder)
      break;
  }
  if (Denied)
    errno = EACCES;
  return -1;
}

/// Calls \p Action with an array of the null-terminated arguments of an execl
/// variant; further arguments remain in \p List.
#define WITH_ARGUMENTS(First, List, Action)                                    \
  va_list List;                                                                \
  va_start(List, First);                                                       \
  size_t N = 1;                                                                \
  for (const char *A = First; A; A = va_arg(List, const char *))               \
    ++N;                                                                       \
  va_end(List);                                                                \
  auto **Arguments =                                                           \
      static_cast<char **>(__builtin_alloca((N + 1) * sizeof(char *)));        \
  va_start(List, First);                                                       \
  size_t At = 0;                                                               \
  for (const char *A = First; A; A = va_arg(List, const char *))               \
    Arguments[At++] = const_cast<char *>(A);                                   \
  Arguments[At] = nullptr;                                                     \
  Action;                                                                      \
  va_end(List);

extern "C" {

int execve(const char *Path, char *const *Arguments,
           char *const *Environment) __THROW {
  writeBeforeExec();
  return execute(Path, Arguments, Environment);
}

int execv(const char *Path, char *const *Arguments) __THROW {
  writeBeforeExec();
  return execute(Path, Arguments, environ);
}

int execvpe(const char *File, char *const *Arguments,
            char *const *Environment) __THROW {
  writeBeforeExec();
  return executeInPath(File, Arguments, Environment);
}

int execvp(const char *File, char *const *Arguments) __THROW {
  return execvpe(File, Arguments, environ);
}

int execl(const char *Path, const char *First, ...) __THROW {
  int Result;
  WITH_ARGUMENTS(First, List, Result = execv(Path, Arguments));
  return Result;
}

int execlp(const char *File, const char *First, ...) __THROW {
  int Result;
  WITH_ARGUMENTS(First, List, Result = execvp(File, Arguments));
  return Result;
}

int execle(const char *Path, const char *First, ...) __THROW {
  int Result;
  WITH_ARGUMENTS(First, List, {
    char *const *Environment = va_arg(List, char *const *);
    Result = execve(Path, Arguments, Environment);
  });
  return Result;
}

int fexecve(int FD, char *const *Arguments, char *const *Environment) __THROW {
  writeBeforeExec();
  return syscall(SYS_execveat, FD, "", Arguments, Environment, AT_EMPTY_PATH);
}
}
