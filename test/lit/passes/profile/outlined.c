// Checks are functions of the unit where code is not executed often, with -Os and where the profile is to be small:
// one for each shape. Code with a red zone calls them below it.
//
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S %s -o - | FileCheck %s --implicit-check-not=%%xmm
// RUN: clang -Os -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S %s -o - | FileCheck %s --check-prefix=SMALL
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-profile=cache,small -S %s -o - | FileCheck %s --check-prefix=SMALL
// RUN: clang -O2 -fPIC -fpass-plugin=%plugin -mllvm -udpc-profile=cache -S %s -o - \
// RUN:   | FileCheck %s --check-prefix=LIBRARY --implicit-check-not=__udpc_check --implicit-check-not=__udpc_miss
//
// The simulation is right:
// RUN: rm -rf %t
// RUN: mkdir %t
// RUN: udpc-clang -O2 -DMAIN -fudpc-profile=cache %s -o %t/a
// RUN: env UDPC_OPTIONS=cache_output=%t/a.cache:cachegrind_output= %t/a 2>&1 | FileCheck %s --check-prefix=SUM
//
// Each of 64 rare accesses is of another line, and few lines are the stack's.
// SUM: LLd misses: {{ *}}6{{[4-9]}} (

int use(int *);

__attribute__((noinline)) int rare(int *P, long N) {
  int A = use(P);
  if (__builtin_expect(A == 7, 0))
    return P[N] + use(P + 16 * N);
  return A;
}
// CHECK-LABEL: rare:
// CHECK:       cmpq $0, %fs:__udpc_code_stamps
// The record is named behind the call.
// CHECK:       leaq (%r{{[a-z0-9]+}},%r{{[a-z0-9]+}},4), %r
// CHECK-NEXT:  callq __udpc_check_access.{{[0-9.]+}}
// CHECK-NEXT:  testl ${{[0-9]+}}, %eax
// A call has gone before: the clock is advanced. The constant has the line, and that it is its third record.
// CHECK:       callq use
// CHECK-NEXT:  movl $2, %e
// CHECK-NEXT:  callq __udpc_check_fetch.{{[0-9.]+}}.ticks
// CHECK:       retq
// SMALL-LABEL: rare:
// SMALL-NOT:   cmpq $0, %fs:__udpc_code_stamps
// SMALL:       movl $0, %e
// SMALL-NEXT:  callq __udpc_check_fetch
// SMALL:       retq
// LIBRARY-LABEL: rare:
// LIBRARY:     callq *

// Functions that call nothing have a red zone.
int leaf(int *P, long N) { return N ? P[N] : P[0]; }
// SMALL-LABEL: leaf:
// SMALL-NOT:   cmpq $0, %fs:__udpc_code_stamps
// SMALL:       addq $-128, %rsp
// SMALL:       callq __udpc_check_fetch
// SMALL-NEXT:  subq $-128, %rsp
// SMALL:       addq $-128, %rsp
// SMALL:       callq __udpc_check_access
// SMALL-NEXT:  testl $
// SMALL-NEXT:  subq $-128, %rsp
// SMALL:       retq

#ifdef MAIN
#include <stdio.h>

int Numbers[64 * 64];
__attribute__((noinline)) int use(int *P) { return *P + 7; }

int main(void) {
  int Sum = 0;
  for (long I = 0; I != 64; ++I)
    Sum += rare(Numbers, I);
  return Sum != 64 * 7 || printf("64\n") != 3;
}
#endif

// The constant of a fetch is the line, whose first record a table tells, and 8 bits that say which of its records.
// CHECK-LABEL: __udpc_fetch.slow:
// CHECK:       movzbl %
// CHECK-NEXT:  shrl $8, %e[[LINE:[a-z]+]]
// CHECK-NEXT:  leaq __udpc_first_fetches(%rip), [[TABLE:%r[a-z0-9]+]]
// CHECK-NEXT:  movl ([[TABLE]],%r[[LINE]],4), %e
// CHECK:       callq __udpc_fetch{{$}}
// That of an access stands in the code behind the call, one byte after the address to return to.
// CHECK-LABEL: __udpc_access.slow:
// CHECK-DAG:   leaq __udpc_accesses(%rip), %rdi
// CHECK-DAG:   movl 1(%r[[RETURN:[a-z0-9]+]]), %e
// CHECK:       callq __udpc_access{{$}}
// CHECK-LABEL: __udpc_check_access.
// CHECK:       movq [[ADDRESS:%r[a-z0-9]+]], -8(%rsp)
// CHECK-NEXT:  shrq $6, [[ADDRESS]]
// CHECK:       jne [[SLOW:.Ltmp[0-9]+]]
// CHECK:       retq
// CHECK:       [[SLOW]]:
// CHECK-NEXT:  jmp __udpc_access.slow
