// A place that several entries of one event mean counts once, also where it is
// found in machine code; several marks at one place add up.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang -O2 -I%udpc_src/include -fudpc-lowering=instruction -fudpc-fidelity=$fidelity \
// RUN:     -fudpc-spec=spec.yaml a.c -o a && \
// RUN:   env UDPC_OPTIONS=enable=*:output=a.prof ./a && \
// RUN:   %counts a.prof | FileCheck %s; \
// RUN: }
// RUN: each fidelity exact transparent -- check
// CHECK:      entries 10 0:10
// CHECK-NEXT: loops 10 0:10
// CHECK-NEXT: lines 10 0:10
// CHECK-NEXT: marks 20 0:20
//--- spec.yaml
version: 1
events:
  - {event: entries, entry: helper}
  - {event: entries, entry: "help*"}
  - {event: loops, loop: executions, in: helper}
  - {event: loops, loop: executions, in: "helper", at: "a.c:7"}
  - {event: lines, line: "a.c:9"}
  - {event: lines, line: "*.c:9"}
  - {event: marks, mark: first}
  - {event: marks, mark: "*", in: helper}
//--- a.c
#include <udpc/udpc.h>
#define BOTH UDPC_MARK(first), UDPC_MARK(second)
volatile int Calls, N = 3;
__attribute__((noinline)) int helper(int X);
int helper(int X) {
  BOTH;
  for (int I = 0; I < N; ++I)
    __asm__ volatile("");
  ++Calls;
  return X;
}
int main(void) {
  for (int I = 0; I < 10; ++I)
    helper(I);
  return 0;
}
