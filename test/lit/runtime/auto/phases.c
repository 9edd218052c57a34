// Sites turn on where the program spends its time, and off where it no longer
// does: in the first thread, in others, in children of fork, in libraries. While
// they are on they count every execution.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fPIC -shared -fudpc-spec=spec.yaml steps.c -o libsteps.so
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-spec=spec.yaml phases.c steps.c -o static -pthread
// RUN: udpc-clang -O2 -I%udpc_src/include -fudpc-spec=spec.yaml phases.c -L. -lsteps -Wl,-rpath,%t -o shared -pthread
// RUN: env UDPC_OPTIONS=auto=2%%:output=a.prof ./static | FileCheck %s
// RUN: env UDPC_OPTIONS=auto=50%%:output=b.prof ./shared once | FileCheck %s --check-prefix=ONCE
// RUN: udpc report --json a.prof > a.json && %python check.py a.json
// RUN: udpc report --sites a.prof | FileCheck %s --check-prefix=SITES
//
// Without the option, and where masks forbid it, nothing is on.
// RUN: env UDPC_OPTIONS=auto=50%%:mask=*:output=c.prof ./static masked | FileCheck %s --check-prefix=MASKED
// RUN: env UDPC_OPTIONS=auto=2:output=c.prof ./static masked > out 2>&1
// RUN: FileCheck %s --check-prefix=BAD < out
// RUN: test ! -e c.prof
//
// CHECK:      red on, green off, exact
// CHECK-NEXT: green on, red off, exact
// CHECK-NEXT: child: red on
// CHECK-NEXT: state 0 0, handler 1
// ONCE: red on, green off, exact
// MASKED: counted 0
// BAD:      udpc: warning: UDPC_OPTIONS: auto: '2' is no part of the CPU time, as 2% and 0.5% are
// BAD-NEXT: counted 0
// BAD-NOT:  {{.}}
// SITES:      event count share command kind place function on (s) rate/s
// SITES-NEXT: red {{[0-9,]+}} 100.0% inc entry steps.c:{{[0-9]+}} step_red {{[0-9]+\.[0-9]+}} {{[0-9,]+$}}
// SITES-NEXT: green {{[0-9,]+}} 100.0% inc entry steps.c:{{[0-9]+}} step_green {{[0-9]+\.[0-9]+}} {{[0-9,]+$}}
//--- spec.yaml
version: 1
defaults: {lowering: instruction}
events:
  - {event: red, entry: step_red}
  - {event: green, entry: step_green}
//--- steps.c
unsigned Work;
#define STEP(Name)                                                             \
  __attribute__((noinline)) void step_##Name(void) {                           \
    for (volatile unsigned I = 0; I < 50; ++I)                                 \
      Work += I;                                                               \
  }
STEP(red)
STEP(green)
//--- check.py
import json, sys
events = {e["event"]: e for e in json.load(open(sys.argv[1]))["events"]}
assert list(events) == ["red", "green"], list(events)
for event in events.values():
    row, = event["rows"]
    # While it was on, it was executed, and not more often than possible.
    assert row["count"] > 0 and row["on_ns"] > 0, row
    assert abs(row["rate"] - row["count"] * 1e9 / row["on_ns"]) < 1, row
    assert row["rate"] < 1e9, row
//--- phases.c
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <udpc/udpc.h>
#include <unistd.h>
void step_red(void);
void step_green(void);
enum { Red, Green };
static void (*const Steps[])(void) = {step_red, step_green};
static const char *const Names[] = {"red", "green"};

static long count(int Which) {
  return (long)udpc_read(udpc_event_find(Names[Which]));
}

static double cpuTime(void) {
  struct timespec T;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &T);
  return T.tv_sec + T.tv_nsec * 1e-9;
}

/* Spends its time in one of the steps, until all of its executions count and
   none of the others: far longer than that takes, if it does not happen. */
static void phase(int Which, int UntilOff) {
  enum { Times = 10000 };
  int IsOn = 0, IsOff = !UntilOff, IsExact = 1;
  for (double Began = cpuTime(); !(IsOn && IsOff) && cpuTime() - Began < 20;) {
    long Before = count(Which), Other = count(!Which);
    for (int I = 0; I != Times; ++I)
      Steps[Which]();
    Steps[!Which]();
    long Now = count(Which) - Before, Others = count(!Which) - Other;
    IsExact &= Now >= 0 && Now <= Times && Others >= 0 && Others <= 1;
    IsOn |= Now == Times;
    IsOff |= IsOn && Others == 0;
  }
  printf("%s %s", Names[Which], IsOn ? "on" : "off");
  if (UntilOff)
    printf(", %s %s, %s", Names[!Which], IsOff ? "off" : "on",
           IsExact ? "exact" : "wrong");
  puts("");
}

static void *inThread(void *Arg) {
  phase(Green, 1);
  return Arg;
}

static void handler(int Signal) {}

int main(int argc, char **argv) {
  setbuf(stdout, 0);
  if (argc > 1 && !strcmp(argv[1], "masked")) {
    for (double Began = cpuTime(); cpuTime() - Began < 0.2;)
      step_red();
    printf("counted %ld\n", count(Red));
    return 0;
  }
  phase(Red, 1);
  if (argc > 1)
    return 0;
  pthread_t T;
  pthread_create(&T, 0, inThread, 0);
  pthread_join(T, 0);
  fflush(stdout);
  pid_t Child = fork();
  if (!Child) {
    printf("child: ");
    phase(Red, 0);
    return 0;
  }
  waitpid(Child, 0, 0);
  /* The signal that samples is the program's own. */
  struct sigaction Old, New = {.sa_handler = handler};
  sigaction(SIGURG, 0, &Old);
  sigaction(SIGURG, &New, 0);
  sigaction(SIGURG, 0, &New);
  printf("state %d %d, handler %d\n", Old.sa_handler != SIG_DFL,
         udpc_is_enabled(17), New.sa_handler == handler);
  return 0;
}
