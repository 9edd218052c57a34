// A part of a line that is never executed more often than the whole needs no
// counter: both regions that decide have the same. Where setjmp() returns again,
// it may be.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -Rpass=udpc -S a.c -o a.s 2>&1 | FileCheck a.c --check-prefix=REMARK
// RUN: FileCheck a.c --check-prefix=CODE < a.s
//
// The counts are those of llvm-cov.
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml a.c -o a.out && UDPC_OPTIONS=output=a.prof ./a.out
// RUN: udpc report --sites a.prof | FileCheck a.c
// RUN: clang -fprofile-instr-generate -fcoverage-mapping a.c -o b.out && env LLVM_PROFILE_FILE=b.raw ./b.out
// RUN: llvm-profdata merge b.raw -o b.data
// RUN: llvm-cov show b.out -instr-profile=b.data | FileCheck a.c --check-prefix=COV
//
// An instruction counts one region: such a line is left out, and said to be.
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -fudpc-lowering=instruction -Rpass-missed=udpc a.c -o c.out 2>&1 \
// RUN:   | FileCheck a.c --check-prefix=MISSED
// RUN: UDPC_OPTIONS=output=c.prof:enable=* ./c.out
// RUN: udpc report --sites c.prof | FileCheck a.c --check-prefix=INSTRUCTION
//--- spec.yaml
version: 1
events:
  - {event: lines, line: "a.c:*"}
//--- a.c
#include <setjmp.h>
__attribute__((noinline)) int choose(int A, int B) {
  // REMARK-DAG: inc at line [[#@LINE+5]], {{.*}}; 1 region decides
  // CODE-LABEL: choose:
  // CODE-COUNT-1: __udpc_slots
  // CODE-NOT: __udpc_slots
  // CODE: retq
  return A && B ? A + 1 : B;
  // CHECK-DAG: lines 10 {{.*}} a.c:[[#@LINE-1]]
  // COV: 10| return A && B
}

static void *Builtin[5];
__attribute__((noinline)) void leave(void) { __builtin_longjmp(Builtin, 1); }
__attribute__((noinline)) int again(volatile int *N) {
  // REMARK-DAG: inc at line [[#@LINE+1]], {{.*}}; {{[2-9]}} regions decide
  if (__builtin_setjmp(Builtin)) ++*N;
  // CHECK-DAG: lines 3 {{.*}} a.c:[[#@LINE-1]]
  // COV: 3| if (__builtin_setjmp
  // MISSED: a.c:[[#@LINE-3]]: it is the largest of {{[0-9]}} regions' counts, and where setjmp() returns again a part may be executed more often than the whole
  // INSTRUCTION-NOT: a.c:[[#@LINE-4]]
  if (*N < 3)
    leave();
  return *N;
}

static jmp_buf Back;
int main(void) {
  volatile int N = 0, M = 0, Sum = again(&M);
  for (int I = 0; I < 10; ++I)
    Sum += choose(I, I % 3);
  // REMARK-DAG: inc at line [[#@LINE+1]], {{.*}}; {{[2-9]}} regions decide
  if (setjmp(Back)) ++N;
  // CHECK-DAG: lines 5 {{.*}} a.c:[[#@LINE-1]]
  // COV: 5| if (setjmp
  if (N < 5)
    longjmp(Back, 1);
  return 0;
}
