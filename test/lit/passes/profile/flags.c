// Counters change nothing that the program can see, where flags are live, too.
// Between two branches nothing is counted where edges can be. Where a function
// may be taken apart later, the second branch is counted, which keeps the flags.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: check() { \
// RUN:   clang -O$level -o plain %s && \
// RUN:   ./plain > plain.txt && \
// RUN:   udpc-clang -O$level -mllvm -verify-machineinstrs -fudpc-profile=counts -o counted %s && \
// RUN:   ./counted 2> refs > counted.txt && \
// RUN:   diff plain.txt counted.txt && \
// RUN:   udpc-clang -O$level -fPIC -fudpc-profile=counts -o pic %s && \
// RUN:   ./pic 2> refs > pic.txt && \
// RUN:   diff plain.txt pic.txt; \
// RUN: }
// RUN: each level 0 1 2 3 s -- check
// RUN: udpc-clang -O2 -S %s -o plain.s
// RUN: udpc-clang -O2 -fudpc-profile=counts -S %s -o counts.s
// RUN: not grep pushfq counts.s
// RUN: %inserted plain.s counts.s neither | FileCheck %s --check-prefix=EDGE
// RUN: udpc-clang -O2 -fbasic-block-sections=all -fudpc-profile=counts -S -o - %s | FileCheck %s
//
// EDGE:      neither: 4 inserted
// EDGE-NEXT: {{^}}  ucomisd
// EDGE-NEXT: {{^}}  j{{ne|p}}
// EDGE-NEXT: {{^}}  j{{ne|p}}
// EDGE-NEXT: + incq %fs:__udpc_profile_slots@TPOFF
//
// CHECK-LABEL: neither:
// CHECK:       j{{ne|p}}
// CHECK:       leaq -128(%rsp), %rsp
// CHECK-NEXT:  .cfi_adjust_cfa_offset 128
// CHECK-NEXT:  pushfq
// CHECK-NEXT:  .cfi_adjust_cfa_offset 8
// CHECK-NEXT:  incq %fs:__udpc_profile_slots@TPOFF
// CHECK-NEXT:  popfq
// CHECK-NEXT:  .cfi_adjust_cfa_offset -8
// CHECK-NEXT:  leaq 128(%rsp), %rsp
// CHECK-NEXT:  .cfi_adjust_cfa_offset -128
// CHECK:       .size neither

#include <setjmp.h>
#include <stdio.h>

int Taken[4];

__attribute__((noinline)) void neither(double A, double B) {
  if (A == B)
    Taken[0] += 3;
  else
    Taken[1] ^= 5;
}

// The carry is needed after the loop's counter is stepped.
__attribute__((noinline)) unsigned long long sum(const unsigned long long *A,
                                                 unsigned N) {
  unsigned long long Sum = 0;
  for (unsigned I = 0; I != N; ++I)
    if (__builtin_add_overflow(Sum, A[I], &Sum))
      ++Sum;
  return Sum;
}

jmp_buf Target;

__attribute__((noinline)) void leave(int N) {
  if (N & 1)
    longjmp(Target, N);
  Taken[2] += N;
}

// Entered once, left behind setjmp as often as it is called.
__attribute__((noinline)) int jumps(void) {
  volatile int N = 0;
  int Back = setjmp(Target);
  while (N != 10) {
    ++N;
    leave(N);
  }
  return Back;
}

int main(void) {
  volatile double Values[] = {0, 1, __builtin_nan(""), -0.0, 2};
  for (int I = 0; I != 5; ++I)
    for (int K = 0; K != 5; ++K)
      neither(Values[I], Values[K]);
  unsigned long long Numbers[] = {~0ull, 1, ~0ull / 2, ~0ull, 77};
  printf("%d %d %llu\n", Taken[0], Taken[1], sum(Numbers, 5));
  printf("%d\n", jumps());
  printf("%d\n", Taken[2]);
  return 0;
}
