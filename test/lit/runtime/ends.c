// However a program ends, its counts are in the profile, and its parent sees
// the end that it would have had.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml a.c -o dynamic
// RUN: %python ends.py ./dynamic > dynamic.out && FileCheck %s < dynamic.out
// RUN: udpc-clang -O2 -static -fudpc-spec=spec.yaml a.c -o static
// RUN: %python ends.py ./static > static.out && diff dynamic.out static.out
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -fudpc-lowering=call a.c -o call
// RUN: %python ends.py ./call > call.out && diff dynamic.out call.out
//
// CHECK:      return: status 3, work 1
// CHECK-NEXT: exit: status 3, work 1
// CHECK-NEXT: atexit: status 3, work 2
// CHECK-NEXT: _exit: status 3, work 1
// CHECK-NEXT: _Exit: status 3, work 1
// CHECK-NEXT: quick_exit: status 3, work 2
// CHECK-NEXT: destructor: status 3, work 2
// CHECK-NEXT: thread-exit: status 3, work 2
// CHECK-NEXT: last-thread: status 0, work 3
// CHECK-NEXT: abort: status -6, work 1
// CHECK-NEXT: abort-handled: status -6, work 2
// CHECK-NEXT: segv: status -11, work 1
// CHECK-NEXT: overflow: status -11, work 1
// CHECK-NEXT: thread-overflow: status -11, work 1
// CHECK-NEXT: fpe: status -8, work 1
// CHECK-NEXT: trap: status -5, work 1
// CHECK-NEXT: term: status -15, work 1
// CHECK-NEXT: int: status -2, work 1
// CHECK-NEXT: pipe: status -13, work 1
// CHECK-NEXT: alarm: status -14, work 1
// CHECK-NEXT: handled: status 4, work 2
// CHECK-NEXT: reraised: status -15, work 2
// CHECK-NEXT: one-shot: status -11, work 2
// CHECK-NEXT: ignored: status 3, work 1
// CHECK-NEXT: kill-thread: status -10, work 1
//--- spec.yaml
version: 1
events:
  - {event: work, entry: work}
//--- ends.py
import json, os, signal, subprocess, sys
program = sys.argv[1]
profile = program + ".prof"
ends = subprocess.run([program], stdout=subprocess.PIPE, text=True).stdout.split()
for end in ends:
    if os.path.exists(profile):
        os.remove(profile)
    env = dict(os.environ, UDPC_OPTIONS="output=" + profile)
    # A shell may have started us with SIGINT ignored.
    reset = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
    status = subprocess.run([program, end], env=env, preexec_fn=reset).returncode
    report = json.loads(subprocess.check_output(["udpc", "report", "--json", profile]))
    assert [f for f in os.listdir(".") if f.endswith(".tmp")] == []
    print(f"{end}: status {status}, work {report['events'][0]['total']}")
//--- a.c
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
static volatile int Zero, Sink, *volatile Null;
__attribute__((noinline)) void work(void) { Sink = 1; }

static const char *End;
static int is(const char *Name) {
  return End ? !strcmp(End, Name) : (printf("%s\n", Name), 0);
}
__attribute__((destructor)) static void destroy(void) {
  if (End && !strcmp(End, "destructor"))
    work();
}
static int overflow(int N) {
  volatile char A[4096];
  A[N % 4096] = 1;
  return overflow(N + 1) + A[0];
}
static void *exits(void *Arg) {
  work();
  exit(3);
}
static void *workSlowly(void *Arg) {
  usleep(50000);
  work();
  return 0;
}
static void *overflows(void *Arg) { return (void *)(long)overflow(0); }
static void *waits(void *Arg) {
  for (;;)
    pause();
}
static void onSignal(int S) { work(); }
static void onSignalExit(int S) {
  work();
  _exit(4);
}
static void onSignalRaise(int S) {
  struct sigaction Old;
  work();
  signal(S, SIG_DFL);
  // The program sees no handler of the runtime's.
  sigaction(S, 0, &Old);
  if (Old.sa_handler != SIG_DFL || signal(S, SIG_DFL) != SIG_DFL)
    _exit(99);
  raise(S);
}

int main(int argc, char **argv) {
  struct rlimit None = {0, 0};
  struct sigaction A = {0};
  pthread_t T;
  setrlimit(RLIMIT_CORE, &None);
  End = argv[1];
  if (End)
    work();
  if (is("return"))
    return 3;
  if (is("exit"))
    exit(3);
  if (is("atexit")) {
    atexit(work);
    exit(3);
  }
  if (is("_exit"))
    _exit(3);
  if (is("_Exit"))
    _Exit(3);
  if (is("quick_exit")) {
    at_quick_exit(work);
    quick_exit(3);
  }
  if (is("destructor"))
    return 3;
  if (is("thread-exit")) {
    pthread_create(&T, 0, exits, 0);
    pthread_join(T, 0);
  }
  if (is("last-thread")) {
    atexit(work);
    pthread_create(&T, 0, workSlowly, 0);
    pthread_detach(T);
    pthread_exit(0);
  }
  if (is("abort"))
    abort();
  if (is("abort-handled")) {
    signal(SIGABRT, onSignal);
    abort();
  }
  if (is("segv"))
    return *Null;
  if (is("overflow"))
    return overflow(0);
  if (is("thread-overflow")) {
    pthread_create(&T, 0, overflows, 0);
    pthread_join(T, 0);
  }
  if (is("fpe"))
    raise(SIGFPE);
  if (is("trap"))
    __builtin_debugtrap();
  if (is("term"))
    kill(getpid(), SIGTERM);
  if (is("int"))
    kill(getpid(), SIGINT);
  if (is("pipe")) {
    int P[2];
    pipe(P);
    close(P[0]);
    write(P[1], "", 1);
  }
  if (is("alarm")) {
    alarm(1);
    pause();
  }
  if (is("handled")) {
    signal(SIGTERM, onSignalExit);
    raise(SIGTERM);
  }
  if (is("reraised")) {
    signal(SIGTERM, onSignalRaise);
    raise(SIGTERM);
  }
  if (is("one-shot")) {
    A.sa_handler = onSignal;
    A.sa_flags = SA_RESETHAND;
    sigaction(SIGSEGV, &A, 0);
    return *Null;
  }
  if (is("ignored")) {
    signal(SIGTERM, SIG_IGN);
    raise(SIGTERM);
    return 3;
  }
  if (is("kill-thread")) {
    pthread_create(&T, 0, waits, 0);
    pthread_kill(T, SIGUSR1);
    pthread_join(T, 0);
  }
  return 0;
}
