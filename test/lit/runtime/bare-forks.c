// A child that is made past fork()'s handlers, while other threads hold the
// runtime's lock, never waits for it: by _Fork, by system calls, by vfork, and
// by fork() in signal handlers. None of them hangs or crashes, and the parent's
// counts are right.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O1 -pthread -fudpc-spec=s.yaml -fudpc-lowering=call -I%udpc_src/include a.c -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a
//--- s.yaml
version: 1
events:
  - event: parent
    entry: "inParent"
  - event: child
    entry: "inChild"
//--- a.c
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <udpc/udpc.h>
#include <unistd.h>
static volatile int Sink;
static atomic_int Done;
__attribute__((noinline)) void inParent(void) { Sink = 1; }
__attribute__((noinline)) void inChild(void) { Sink = 2; }
/// Holds the lock nearly all the time.
static void *dump(void *P) {
  while (!Done)
    udpc_dump();
  return P;
}
static void *read_(void *P) {
  while (!Done) {
    udpc_read(udpc_event_find("parent"));
    inParent();
    inParent();
    atomic_fetch_add((atomic_int *)P, 2);
  }
  return P;
}
/// What a child may call. All of it takes the lock, but not here.
static void useRuntime(void) {
  // If it hangs, the parent's alarm is to end both.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  inChild();
  udpc_event_count();
  udpc_enable("*");
  udpc_disable("*");
  udpc_reset();
  udpc_dump();
  signal(SIGUSR2, SIG_IGN);
}
static void finish(pid_t P) {
  int Status;
  if (P < 0 || waitpid(P, &Status, 0) != P || Status) {
    printf("child: %d\n", Status);
    exit(1);
  }
}
static void onSignal(int S) {
  pid_t P = S == SIGUSR1 ? fork() : _Fork();
  if (!P) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    inChild();
    _exit(0);
  }
  finish(P);
}
static uint32_t Random = 1;
static uint32_t next(void) { return (Random = Random * 1664525 + 1013904223) >> 16; }
static pid_t bare(void) { return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }
static void *forks(void *P) {
  pid_t C;
  usleep(next() % 500);
  switch (next() % 6) {
  case 0:
    if (!(C = _Fork())) {
      useRuntime();
      _exit(0);
    }
    break;
  case 1:
    if (!(C = bare())) {
      useRuntime();
      // Its own child is one that fork() has made.
      if (!(C = fork())) {
        useRuntime();
        _exit(0);
      }
      int Status;
      _exit(waitpid(C, &Status, 0) != C || Status);
    }
    break;
  case 2:
    if (!(C = fork())) {
      useRuntime();
      _exit(0);
    }
    break;
  case 3:
    if (!(C = vfork())) {
      inChild();
      _exit(0);
    }
    break;
  default:
    raise(next() % 2 ? SIGUSR1 : SIGUSR2);
    return P;
  }
  finish(C);
  return P;
}
int main(void) {
  static atomic_int Counted;
  signal(SIGUSR1, onSignal);
  signal(SIGUSR2, onSignal);
  alarm(60);
  pthread_t T[3], F;
  pthread_create(&T[0], 0, dump, 0);
  pthread_create(&T[1], 0, read_, &Counted);
  pthread_create(&T[2], 0, read_, &Counted);
  for (int I = 0; I != 200; ++I) {
    // A thread that has counted nothing yet.
    pthread_create(&F, 0, forks, 0);
    pthread_join(F, 0);
  }
  Done = 1;
  for (int I = 0; I != 3; ++I)
    pthread_join(T[I], 0);
  int Event = udpc_event_find("parent");
  if (udpc_read(Event) != Counted) {
    printf("%d counted, not %d\n", (int)udpc_read(Event), Counted);
    return 1;
  }
  return 0;
}
