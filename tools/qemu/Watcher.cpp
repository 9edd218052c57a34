//===- Watcher.cpp - Writes the file of a process that was killed ---------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/qemu/Watcher.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace udpc;
using namespace udpc::qemu;

/// Forks without atfork handlers, and without SIGCHLD at the child's end, for
/// which the guest may have a handler.
static pid_t cloneQuietly() { return pid_t(syscall(SYS_clone, 0, 0, 0, 0, 0)); }

static void closeFrom(int First) {
  if (syscall(SYS_close_range, unsigned(First), ~0u, 0) == 0)
    return;
  for (int I = First, End = int(sysconf(_SC_OPEN_MAX)); I < End; ++I)
    close(I);
}

/// Waits for the process to end or exec. \p Pipe hangs up at both, but the
/// guest may close it; \p Process, if it is not -1, is readable at the end of
/// the process.
[[noreturn]] static void watch(WatchedProcess &U, int Pipe, int Process) {
  setsid();
  prctl(PR_SET_NAME, "udpc-unit");
  if (chdir("/") != 0) {
    // Do not keep the current folder in use.
  }
  // Move the files to 0 and 1, via high numbers because they may overlap.
  Pipe = fcntl(Pipe, F_DUPFD, 3);
  Process = Process < 0 ? -1 : fcntl(Process, F_DUPFD, 3);
  dup2(Pipe, 0);
  if (Process >= 0)
    dup2(Process, 1);
  closeFrom(Process < 0 ? 1 : 2);

  bool HasFile = false;
  uint64_t InFile = 0;
  auto Write = [&] {
    // After exec the same process number may have another file of that name: do
    // not write unchanged counts again.
    uint64_t Now = fingerprint(*U.Memory);
    if (U.Memory->HasWrittenFile || !U.wanted() || (HasFile && Now == InFile))
      return;
    HasFile = writeReport(*U.Memory, U.Style, U.Name, getpid()) == 0;
    InFile = Now;
  };

  pollfd Files[] = {{0, POLLIN, 0}, {Process < 0 ? -1 : 1, POLLIN, 0}};
  while (Files[0].fd >= 0 || Files[1].fd >= 0) {
    if (poll(Files, 2, -1) < 0)
      continue;
    if (Files[1].fd >= 0 && Files[1].revents)
      break;
    if (Files[0].fd >= 0 && Files[0].revents) {
      Files[0].fd = -1;
      Write();
      U.Control.remove();
    }
  }
  Write();
  U.Control.remove();
  if (!U.Memory->HasWrittenFile)
    removeTemporary(U.Name, U.Process);
  _exit(0);
}

int Watcher::start(WatchedProcess &U) {
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC) != 0)
    return errno;
  // -1 on kernels before 5.3: only the pipe is available.
  int Process = int(syscall(SYS_pidfd_open, U.Process, 0));

  // Handlers of QEMU must not run in the watcher, so it starts with all signals
  // blocked, permanently.
  sigset_t All, Old;
  sigfillset(&All);
  sigprocmask(SIG_SETMASK, &All, &Old);
  pid_t Middle = cloneQuietly();
  int Error = errno;
  if (Middle == 0) {
    close(Ends[1]);
    pid_t Second = cloneQuietly();
    if (Second == 0)
      watch(U, Ends[0], Process);
    _exit(Second < 0 ? errno : 0);
  }
  if (Middle > 0) {
    int Status = 0;
    while (waitpid(Middle, &Status, __WALL) < 0 && errno == EINTR) {
    }
    Error = WIFEXITED(Status) ? WEXITSTATUS(Status) : 0;
  }
  sigprocmask(SIG_SETMASK, &Old, nullptr);

  close(Ends[0]);
  if (Process >= 0)
    close(Process);
  Held = moveUp(Ends[1]);
  HeldFile = FileIdentity::of(Held);
  return Error;
}

void Watcher::leave() {
  if (Held >= 0 && HeldFile.isOf(Held))
    close(Held);
  Held = -1;
}
