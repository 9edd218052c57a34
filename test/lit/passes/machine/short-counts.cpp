// Counts in executables get a base register where one is free: then they have
// five bytes, or four, instead of nine, and the program counts the same.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang++ -O2 -fudpc-spec=spec.yaml -mllvm -verify-machineinstrs -S a.cpp -o a.s
// RUN: FileCheck a.cpp < a.s
//
// Not where registers are to be zero at the end, nor in libraries, which have
// the address of the slots in a register, nor beside a profile, which knows
// increments by their symbol, nor at -O0.
// RUN: check_long() { udpc-clang++ $flags -fudpc-spec=spec.yaml -S a.cpp -o - | FileCheck a.cpp --check-prefix=LONG; }
// RUN: each flags "-O2 -fzero-call-used-regs=used-gpr" "-O2 -fPIC" "-O2 -fudpc-profile=counts" -O0 -- check_long
//
// Debug information changes nothing.
// RUN: udpc-clang++ -O2 -fudpc-spec=spec.yaml -c a.cpp -o a.o
// RUN: llvm-objdump -d --no-show-raw-insn a.o | tail -n +4 > a.txt
// RUN: udpc-clang++ -O2 -g -fudpc-spec=spec.yaml -c a.cpp -o g.o
// RUN: llvm-objdump -d --no-show-raw-insn g.o | tail -n +4 > g.txt
// RUN: cmp a.txt g.txt
//
// The counts are those of -O0, the first.
// RUN: check_counts() { \
// RUN:   udpc-clang++ $flags -fudpc-spec=spec.yaml a.cpp -o a.out && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a.out && \
// RUN:   udpc report --csv a.prof > now.csv && \
// RUN:   { [ -f first.csv ] || cp now.csv first.csv; } && \
// RUN:   cmp now.csv first.csv; \
// RUN: }
// RUN: each flags -O0 -O2 "-O2 -fno-pie -no-pie" "-O2 -static" "-O3 -march=x86-64-v3" -- check_counts
// RUN: FileCheck a.cpp --check-prefix=COUNTS < first.csv
//--- spec.yaml
version: 1
events:
  - {event: lines, line: "*:*"}
//--- a.cpp
#include <setjmp.h>

// One base for all arms, the slot of one of them.
// CHECK-LABEL: pick:
// CHECK:       movq $__udpc_slots@TPOFF{{(\+[0-9]+)?}}, %[[BASE:r[a-z0-9]+]]
// CHECK-NOT:   %fs:__udpc_slots
// CHECK-DAG:   incq %fs:{{-?[0-9]+}}(%[[BASE]])
// CHECK-DAG:   incq %fs:(%[[BASE]])
// CHECK:       .size pick
extern "C" __attribute__((noinline)) unsigned pick(unsigned *A, unsigned N) {
  unsigned Sum = 0;
  for (unsigned I = 0; I != N; ++I) {
    if (A[I] & 1)
      Sum += A[I];
    if (A[I] & 2)
      Sum ^= A[I] * 7;
    if (A[I] & 4)
      Sum -= Sum >> 3;
    if (A[I] & 8)
      Sum *= 5;
  }
  return Sum;
}

// One count needs none.
// CHECK-LABEL: once:
// CHECK:       incq %fs:__udpc_slots@TPOFF
// CHECK:       .size once
extern "C" __attribute__((noinline)) unsigned once(unsigned X) {
  return X * X + 1;
}

// A call may change the register: what is behind it has a base of its own, or
// none.
__attribute__((noinline)) void stop(unsigned X) {
  if (X % 5 == 0)
    throw X;
}
__attribute__((noinline)) unsigned caught(unsigned X) {
  unsigned Sum = X;
  try {
    if (X & 1)
      Sum += 3;
    if (X & 2)
      Sum ^= 9;
    stop(X);
    if (X & 1)
      Sum += 5;
    if (X & 4)
      Sum *= 11;
    if (X & 8)
      Sum += 2;
  } catch (unsigned Y) {
    if (Y & 1)
      Sum += 1;
    if (Y & 2)
      Sum *= 3;
    if (Y & 4)
      Sum ^= 1;
  }
  return Sum;
}

static jmp_buf Back;
__attribute__((noinline)) void leave(unsigned X) {
  if (X & 1)
    longjmp(Back, 1);
}
__attribute__((noinline)) unsigned again(unsigned X) {
  volatile unsigned Sum = X;
  if (setjmp(Back) == 0) {
    if (X & 2)
      Sum = Sum + 3;
    if (X & 4)
      Sum = Sum + 5;
    leave(X);
    if (X & 8)
      Sum = Sum + 7;
    return Sum;
  }
  if (X & 2)
    Sum = Sum * 3;
  if (X & 4)
    Sum = Sum * 5;
  if (X & 8)
    Sum = Sum * 7;
  return Sum;
}

// LONG:     {{incq|addq}}
// LONG-NOT: movq $__udpc_slots

// COUNTS: a.cpp,12,pick,inc,41
// COUNTS: a.cpp,14,pick,inc,20
// COUNTS: a.cpp,20,pick,inc,19
// COUNTS: a.cpp,48,caught(unsigned int),inc,16
// COUNTS: a.cpp,56,caught(unsigned int),inc,8
// COUNTS: a.cpp,60,caught(unsigned int),inc,8
// COUNTS: a.cpp,78,again(unsigned int),inc,8
// COUNTS: a.cpp,86,again(unsigned int),inc,8
__attribute__((noinline)) int run() {
  unsigned A[40], Sum = 0;
  for (unsigned I = 0; I != 40; ++I)
    A[I] = I * 7;
  Sum += pick(A, 40) + once(4);
  for (unsigned I = 0; I != 40; ++I)
    Sum += caught(I) + again(I);
  return Sum == 0;
}

int main() { return run(); }
