// If fork() waits for a lock of the C library whose owner uses the runtime, neither
// waits for the other, and the child counts. The lock here is that of all streams,
// which fflush(0) holds while it calls a function of the program; in practice it is
// malloc's, which a signal has interrupted.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -pthread -I%udpc_src/include -fudpc-spec=s.yaml a.c -o a
// RUN: env UDPC_OPTIONS=output=a.prof:log=a.log ./a api 2>&1 | FileCheck %s --check-prefix=API --allow-empty
// RUN: udpc report --csv a.prof.[0-9]* | FileCheck %s --check-prefix=CHILD
// API-NOT: {{.}}
// CHILD: hit,entry,{{.*}},hit,inc,3{{$}}
// RUN: rm a.prof*
// RUN: udpc-clang -O1 -static -pthread -I%udpc_src/include -fudpc-spec=s.yaml -fudpc-lowering=call a.c -o b
// RUN: env UDPC_OPTIONS=output=a.prof:log=a.log ./b api 2>&1 | FileCheck %s --check-prefix=API --allow-empty
// RUN: udpc report --csv a.prof.[0-9]* | FileCheck %s --check-prefix=CHILD
//
// udpc ctl is answered meanwhile.
// RUN: env UDPC_OPTIONS=output=c.prof ./a ctl && FileCheck %s --check-prefix=CTL < ctl.out
// CTL: hit{{ +}}always{{ +}}2
//
// A third thread uses the runtime and cannot know what fork() waits for. If the lock
// becomes free, fork() copies what that thread is changing: the child runs, but does
// not count.
// RUN: env UDPC_OPTIONS=output=d.prof ./a damaged 2>&1 | FileCheck %s --check-prefix=DAMAGED
// DAMAGED: {{^}}udpc: warning: a child of fork() is not counted: another thread was changing the runtime's records while they were copied{{$}}
// DAMAGED-NOT: {{.}}
// RUN: ls d.prof* | FileCheck %s --check-prefix=FILES
// FILES: {{^}}d.prof{{$}}
// FILES-NOT: {{.}}
//--- s.yaml
version: 1
events:
  - {event: hit, entry: hit}
  - {event: tick, entry: tick, every: 1, action: log}
  - {event: snap, entry: snap, every: 1, action: snapshot}
//--- a.c
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <udpc/udpc.h>
#include <unistd.h>
static volatile int Sink;
__attribute__((noinline)) void hit(void) { Sink++; }
__attribute__((noinline)) void tick(void) { Sink++; }
__attribute__((noinline)) void snap(void) { Sink++; }
#define CHECK(Condition)                                                       \
  do                                                                           \
    if (!(Condition)) {                                                        \
      dprintf(2, "%d: %s\n", __LINE__, #Condition);                            \
      _exit(1);                                                                \
    }                                                                          \
  while (0)

static atomic_int Forker, IsFlushing, IsForking, HasForked, Listener;
static const char *Mode;

static void beforeFork(void) { IsForking = 1; }

static void *forks(void *P) {
  Forker = gettid();
  while (!IsFlushing)
    usleep(100);
  pid_t Child = fork();
  if (!Child) {
    hit(), hit(), hit();
    int Event = udpc_event_find("hit");
    if (*Mode == 'd') // The functions do nothing there.
      CHECK(Event < 0);
    else
      CHECK(udpc_read(Event) == 3);
    _exit(0);
  }
  int Status;
  CHECK(waitpid(Child, &Status, 0) == Child && !Status);
  HasForked = 1;
  return P;
}

/// Waits until the other thread sleeps within fork().
static void waitForFork(void) {
  char Path[64], Line[64] = "";
  while (!IsForking)
    usleep(100);
  snprintf(Path, sizeof(Path), "/proc/self/task/%d/syscall", Forker);
  for (int Times = 0; Times != 3;) {
    int File = open(Path, 0);
    ssize_t Size = read(File, Line, sizeof(Line) - 1);
    close(File);
    Line[Size > 0 ? Size : 0] = 0;
    Times = atoi(Line) == SYS_futex ? Times + 1 : 0;
    usleep(1000);
  }
}

static void *counts(void *P) {
  hit();
  return P;
}

static void useRuntime(void) {
  int Hit = udpc_event_find("hit");
  pthread_t T;
  hit();
  tick();
  snap();
  CHECK(udpc_read(Hit) == 1 && udpc_read_thread(Hit) == 1);
  CHECK(!udpc_dump() && !udpc_snapshot());
  CHECK(!udpc_write(Hit, 5) && udpc_read(Hit) == 5);
  udpc_reset();
  CHECK(udpc_enable("hit") == 1 && udpc_disable("hit") == 1);
  CHECK(!udpc_mask(Hit, UDPC_INC) && udpc_mask(Hit, 0) == UDPC_INC);
  CHECK(signal(SIGUSR1, SIG_IGN) == SIG_DFL);
  CHECK(!pthread_create(&T, 0, counts, 0) && !pthread_join(T, 0));
  CHECK(udpc_read(Hit) == 1);
}

/// Stops in udpc_read(), which maps memory when it is first called; /proc cannot
/// be read.
static void *reads(void *P) {
  while (!IsForking)
    usleep(100);
  waitForFork();
  struct sock_filter Code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog Program = {sizeof(Code) / sizeof(*Code), Code};
  CHECK(!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0));
  Listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                     SECCOMP_FILTER_FLAG_NEW_LISTENER, &Program);
  CHECK(Listener > 0);
  udpc_read(0);
  return P;
}

static struct seccomp_notif Stopped;
static void waitForStop(void) {
  while (!Listener)
    usleep(100);
  CHECK(!ioctl(Listener, SECCOMP_IOCTL_NOTIF_RECV, &Stopped));
}
/// There is no memory, then.
static void goOn(void) { CHECK(!close(Listener)); }

static ssize_t writes(void *Cookie, const char *Data, size_t Size) {
  IsFlushing = 1;
  waitForFork();
  if (*Mode == 'a') {
    useRuntime();
  } else if (*Mode == 'c') {
    hit(), hit();
    static char Command[64];
    snprintf(Command, sizeof(Command), "exec udpc ctl %d status > ctl.out", getpid());
    // Not system(): it blocks signals.
    pid_t Child = vfork();
    if (!Child)
      syscall(SYS_execve, "/bin/sh", ((char *[]){"sh", "-c", Command, 0}), environ);
    int Status;
    while (waitpid(Child, &Status, 0) != Child)
      ;
    CHECK(!Status);
  } else {
    waitForStop();
  }
  return Size;
}

int main(int argc, char **argv) {
  Mode = argv[1];
  alarm(60); // Ends a test that hangs.
  pthread_atfork(beforeFork, 0, 0);
  cookie_io_functions_t Functions = {.write = writes};
  FILE *File = fopencookie(0, "w", Functions);
  CHECK(File && fputs("text", File) >= 0);
  pthread_t T[2];
  CHECK(!pthread_create(&T[0], 0, forks, 0));
  if (*Mode == 'd')
    CHECK(!pthread_create(&T[1], 0, reads, 0));
  CHECK(!fflush(0));
  while (!HasForked)
    usleep(100);
  if (*Mode == 'd') {
    goOn();
    CHECK(!pthread_join(T[1], 0));
  }
  CHECK(!pthread_join(T[0], 0));
  return 0;
}
