// The actions that signal: SIGSTOP stops the process, which continues when
// SIGCONT comes. SIGTRAP goes to the thread: the program's handler returns, and
// without one it kills the program. No count is lost in either case.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check_child() { \
// RUN:   rm -f child.* && \
// RUN:   env UDPC_OPTIONS=output=child ./a $how > out && \
// RUN:   udpc report child.* >> out && \
// RUN:   FileCheck %s --check-prefix=$how < out; \
// RUN: }
// RUN: check() { \
// RUN:   udpc-clang -O2 $flags -fudpc-spec=spec.yaml a.c -o a -pthread && \
// RUN:   each how HANDLED KILLED -- check_child; \
// RUN: }
// RUN: each flags "" -fPIC -- check
// HANDLED: stopped 3 times, exit status 0
// HANDLED-DAG: {{^}}traps 99 1
// HANDLED-DAG: {{^}}traps.overflows 9 1
// HANDLED-DAG: {{^}}stops 30 1
// HANDLED-DAG: {{^}}stops.overflows 3 1
// KILLED: stopped 3 times, killed by SIGTRAP
// KILLED-DAG: {{^}}traps 10 1
// KILLED-DAG: {{^}}traps.overflows 1 1
// KILLED-DAG: {{^}}stops 30 1
//--- spec.yaml
version: 1
events:
  - {event: stops, entry: step, every: 10, action: stop}
  - {event: traps, entry: work, every: 10, action: trap}
//--- a.c
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#define NOINLINE __attribute__((noinline))
NOINLINE void step(void) { __asm__ volatile(""); }
NOINLINE void work(void) { __asm__ volatile(""); }

static _Thread_local volatile int Expected;
static volatile sig_atomic_t Trapped, Wrong;

static void trapped(int Signal) {
  (void)Signal;
  ++Trapped;
  Wrong |= !Expected;
}

static void *repeat(void *Count) {
  Expected = 1;
  for (long I = 0; I != (long)Count; ++I)
    work();
  Expected = 0;
  return 0;
}

static int child(int HasHandler) {
  pthread_t Thread;
  if (HasHandler)
    signal(SIGTRAP, trapped);
  for (int I = 0; I != 30; ++I)
    step();
  // Four actions here, five in the other thread.
  repeat((void *)45L);
  pthread_create(&Thread, 0, repeat, (void *)54L);
  pthread_join(Thread, 0);
  return Wrong || Trapped != 9;
}

int main(int Count, char **Arguments) {
  int Stops = 0, Status = 0;
  pid_t Child = fork();
  if (!Child)
    return child(Count > 1 && !strcmp(Arguments[1], "HANDLED"));
  while (waitpid(Child, &Status, WUNTRACED) == Child && WIFSTOPPED(Status)) {
    Stops += WSTOPSIG(Status) == SIGSTOP;
    kill(Child, SIGCONT);
  }
  printf("stopped %d times, ", Stops);
  if (WIFSIGNALED(Status))
    printf("killed by %s\n", WTERMSIG(Status) == SIGTRAP ? "SIGTRAP" : "?");
  else
    printf("exit status %d\n", WEXITSTATUS(Status));
  return 0;
}
