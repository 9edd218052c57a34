// An instruction of two events counts in one slot while both are on, in another
// while one is: the time for which the event was on is that of both slots. It is
// so once for an instruction that stands for several sites.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -g -I%udpc_src/include -fudpc-spec=spec.yaml a.c -o a.out
// RUN: udpc sites a.out | FileCheck %s
// RUN: env UDPC_OPTIONS=auto=50%%:output=a.prof ./a.out
// RUN: udpc report --json a.prof > a.json
// RUN: %python check.py a.json
//
// CHECK: [[AT:0x[0-9a-f]+]] 0 inc calls entry
// CHECK: [[AT]] 1 inc returns return
// CHECK-COUNT-3: [[BOTH:0x[0-9a-f]+]] 4 inc inlined entry
// CHECK-NEXT: [[BOTH]] 3 inc steps mark
// CHECK-NEXT: [[BOTH]] 3 inc steps mark
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: step}
  - {event: returns, return: step}
  - {event: steps, mark: step, counter: 3}
  - {event: inlined, entry: square, counter: 4}
defaults: {lowering: instruction}
//--- check.py
import json, sys
on = {e["event"]: e["rows"][0]["on_ns"] for e in json.load(open(sys.argv[1]))["events"]}
# Masked for the second half of the time; switches are seen up to a tenth of a
# second later, when it is decided again what is on.
assert on["returns"] > 1.6 * on["calls"] > 0, on
assert on["steps"] == on["inlined"] == on["returns"], on
//--- a.c
#include <time.h>
#include <udpc/udpc.h>
unsigned Sum;
static unsigned square(unsigned S) { return S * S + 1; }
#define FOUR(X) X X X X
__attribute__((noinline)) void step(void) {
  UDPC_MARK(step);
  UDPC_MARK(step);
  unsigned S = square(square(square(Sum)));
  FOUR(FOUR(FOUR(S = S * S + 1;)))
  Sum = S;
}
static double cpuTime(void) {
  struct timespec T;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &T);
  return T.tv_sec + T.tv_nsec * 1e-9;
}
static void runUntil(double End) {
  while (cpuTime() < End)
    for (int I = 0; I < 1000; ++I)
      step();
}
int main(void) {
  int Calls = udpc_event_find("calls");
  while (!udpc_read(Calls)) // The budget begins empty.
    step();
  double Began = cpuTime();
  runUntil(Began + 1);
  udpc_mask(Calls, UDPC_INC);
  runUntil(Began + 2);
  return 0;
}
