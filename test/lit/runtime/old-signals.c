// siginterrupt and sigset mean what they mean without the runtime: a system
// call that the program wants interrupted is, and what sigset returns is the
// program's. A signal that sigset has set back to its default leaves a profile.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -w -O1 a.c -o plain && ./plain > plain.out
// RUN: udpc-clang -w -O1 -fudpc-spec=s.yaml a.c -o a
// RUN: env UDPC_OPTIONS=output=a.prof ./a > a.out && diff plain.out a.out
// RUN: udpc-clang -w -O1 -static -fudpc-spec=s.yaml a.c -o static
// RUN: env UDPC_OPTIONS=output=static.prof ./static > static.out && diff plain.out static.out
// RUN: FileCheck %s < a.out
// RUN: env UDPC_OPTIONS=output=killed.prof sh -c './a die; test $? -gt 128'
// RUN: %counts killed.prof | FileCheck %s --check-prefix=KILLED
// KILLED: called 1
// CHECK:      default: restarted
// CHECK-NEXT: set now: interrupted
// CHECK-NEXT: set later: interrupted
// CHECK-NEXT: reset: restarted
// CHECK-NEXT: sigaction: restarted
// CHECK-NEXT: sigset: interrupted
// CHECK-NEXT: sigset: 1 1 1 1 1
// CHECK-NEXT: errors: -1 1
//--- s.yaml
version: 1
events:
  - event: called
    entry: "call"
//--- a.c
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>
static int Pipe[2], Calls;
__attribute__((noinline)) void call(void) { ++Calls; }
/// The second time it ends a read that was restarted.
static void onAlarm(int S) {
  if (++Calls == 2)
    write(Pipe[1], "x", 1);
}
static void onOther(int S) {}
static void try(const char *What) {
  char C;
  struct itimerval Twice = {{0, 20000}, {0, 20000}}, Off = {0};
  Calls = 0;
  setitimer(ITIMER_REAL, &Twice, 0);
  int Result = read(Pipe[0], &C, 1);
  setitimer(ITIMER_REAL, &Off, 0);
  printf("%s: %s\n", What,
         Result < 0 && errno == EINTR ? "interrupted" : "restarted");
}
int main(int argc, char **argv) {
  if (argc > 1) {
    call();
    sigset(SIGUSR1, onOther);
    sigset(SIGUSR1, SIG_DFL);
    raise(SIGUSR1);
  }
  pipe(Pipe);
  signal(SIGALRM, onAlarm);
  try("default");
  siginterrupt(SIGALRM, 1);
  try("set now");
  signal(SIGALRM, SIG_DFL);
  signal(SIGALRM, onAlarm);
  try("set later");
  siginterrupt(SIGALRM, 0);
  signal(SIGALRM, onAlarm);
  try("reset");
  struct sigaction A = {0};
  A.sa_handler = onAlarm;
  sigaction(SIGALRM, &A, 0);
  siginterrupt(SIGALRM, 0);
  try("sigaction");
  sigset(SIGALRM, onAlarm);
  try("sigset");
  sighandler_t Old[] = {sigset(SIGUSR2, onOther), sigset(SIGUSR2, SIG_HOLD),
                        sigset(SIGUSR2, SIG_HOLD), sigset(SIGUSR2, SIG_IGN),
                        sigset(SIGUSR2, SIG_DFL)};
  printf("sigset: %d %d %d %d %d\n", Old[0] == SIG_DFL, Old[1] == onOther,
         Old[2] == SIG_HOLD, Old[3] == SIG_HOLD, Old[4] == SIG_IGN);
  printf("errors: %d %d\n", siginterrupt(1000, 1),
         sigset(0, onOther) == SIG_ERR);
  return 0;
}
