// Loops that count are vectorised as without counts: a count is added in the
// block of the vector loop, for all iterations of the vector.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -gline-tables-only -Rpass=loop-vectorize -S a.c -o a.s 2> remarks
// RUN: FileCheck a.c < a.s
// RUN: FileCheck a.c --check-prefix=REMARK < remarks
// RUN: udpc-clang -O2 -fPIC -fudpc-spec=spec.yaml -S a.c -o - | FileCheck a.c --check-prefix=LIBRARY
// RUN: udpc-clang -O2 -march=x86-64-v3 -fudpc-spec=spec.yaml -S a.c -o - | FileCheck a.c --check-prefix=AVX
// RUN: udpc-clang -O2 -fudpc-spec=call.yaml -S a.c -o - | FileCheck a.c --check-prefix=CALL
// RUN: udpc-clang -O2 -fudpc-spec=instruction.yaml -S a.c -o - | FileCheck a.c --check-prefix=INSTRUCTION
//
// No tie of a placeholder to its iteration is left, with vectors of unknown
// length neither.
// RUN: udpc-clang -O3 -fudpc-spec=spec.yaml -S -emit-llvm a.c -o - | FileCheck a.c --check-prefix=NONE
// RUN: udpc-clang -O3 --target=aarch64-linux-gnu -mcpu=neoverse-v1 -ffreestanding -fudpc-spec=spec.yaml -S \
// RUN:   -emit-llvm a.c -o - | FileCheck a.c --check-prefix=NONE
//
// The counts are those without the optimiser.
// RUN: check() { \
// RUN:   udpc-clang $flags -fudpc-spec=spec.yaml a.c -DMAIN -o a.out && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a.out && \
// RUN:   udpc report --sites a.prof | FileCheck a.c --check-prefix=COUNTS; \
// RUN: }
// RUN: each flags -O0 -O1 -O2 -O3 "-O2 -fPIC" "-O3 -march=x86-64-v3" "-Os" "-O2 -fno-vectorize" \
// RUN:   "-O2 -flto=thin -fuse-ld=lld" "-O2 -mllvm -force-vector-interleave=4" "-O0 -Xclang -disable-O0-optnone" \
// RUN:   "-O2 -mllvm -prefer-predicate-over-epilogue=predicate-dont-vectorize" -- check
// RUN: check_vectors() { \
// RUN:   udpc-clang -O3 -fudpc-spec=$lowering.yaml a.c -DMAIN -o a.out && \
// RUN:   UDPC_OPTIONS=output=a.prof:enable='*' ./a.out && \
// RUN:   udpc report --sites a.prof | FileCheck a.c --check-prefix=COUNTS; \
// RUN: }
// RUN: each lowering call instruction -- check_vectors
//
// A crash: what the vectors before have done is counted.
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml a.c -DMAIN -o a.out
// RUN: UDPC_OPTIONS=output=a.prof not --crash ./a.out crash
// RUN: udpc report --sites a.prof | FileCheck a.c --check-prefix=CRASH
//--- spec.yaml
version: 1
events:
  - {event: lines, line: "a.c:*"}
//--- call.yaml
version: 1
events:
  - {event: lines, line: "a.c:*"}
defaults: {lowering: call}
//--- instruction.yaml
version: 1
events:
  - {event: lines, line: "a.c:*"}
defaults: {lowering: instruction}
//--- a.c
// NONE-NOT: udpc"(
// CHECK-LABEL: sum:
// CHECK:       addq $8, %fs:{{.*}}
// CHECK:       paddd
// CHECK:       incq %fs:
// LIBRARY-LABEL: sum:
// LIBRARY:       addq $8, {{[0-9]*}}(%r
// LIBRARY:       paddd
// CALL-LABEL: sum:
// CALL:       callq *__udpc_unit
// CALL:       paddd
// INSTRUCTION-LABEL: sum:
// INSTRUCTION:       # =>This Inner Loop
// INSTRUCTION:       nopw
// INSTRUCTION:       paddd
__attribute__((noinline)) int sum(const int *A, int N) {
  int S = 0;
  // REMARK: a.c:[[#@LINE+1]]:{{[0-9]+}}: remark: vectorized loop (vectorization width: 4, interleaved count: 2)
  for (int I = 0; I < N; ++I)
    S += A[I]; // COUNTS-DAG: lines 130 {{.*}} a.c:[[#@LINE]] sum
  // CRASH: lines {{1,024|1,032}} {{.*}} a.c:[[#@LINE-1]] sum
  return S;
}

// By a pointer.
// CHECK-LABEL: sum_by_pointer:
// CHECK:       addq ${{4|8}}, %fs:
// CHECK:       paddd
__attribute__((noinline)) int sum_by_pointer(const int *A, const int *End) {
  int S = 0;
  for (; A != End; ++A)
    S += *A; // COUNTS-DAG: lines 103 {{.*}} a.c:[[#@LINE]] sum_by_pointer
  return S;
}

// What only some iterations count: by the number of those in a vector. The rest
// of the loop, whose iterations are apart, counts in the arm and on the way past it.
// CHECK-LABEL: clamp:
// CHECK:       psadbw
// CHECK:       addq %{{.*}}, %fs:
// CHECK:       pcmpgtd
// CHECK:       cmpl $40, (%
// CHECK:       incq %fs:
// CHECK-LABEL: choose:
// AVX-LABEL: clamp:
// AVX:       vpmaskmovd
// AVX:       popcntl
// AVX:       addq %{{.*}}, %fs:
__attribute__((noinline)) void clamp(int *A, int N) {
  for (int I = 0; I < N; ++I)
    if (A[I] > 40)
      A[I] = 40; // COUNTS-DAG: lines 59 {{.*}} a.c:[[#@LINE]] clamp
}

// Two arms, and a condition that all iterations share.
__attribute__((noinline)) void choose(int *A, int N, int Shift, int From) {
  for (int I = 0; I < N; ++I) {
    if (Shift)
      A[I] <<= 1; // COUNTS-DAG: lines 130 {{.*}} a.c:[[#@LINE]] choose
    if (I >= From)
      A[I] ^= 5; // COUNTS-DAG: lines 200 {{.*}} a.c:[[#@LINE]] choose
    else
      A[I] += 7; // COUNTS-DAG: lines 60 {{.*}} a.c:[[#@LINE]] choose
  }
}

// An arm in an arm.
__attribute__((noinline)) void nest(int *A, int N) {
  for (int I = 0; I < N; ++I)
    if (I > 10) {
      A[I] += 3; // COUNTS-DAG: lines 119 {{.*}} a.c:[[#@LINE]] nest
      if (I & 1)
        A[I] -= 2; // COUNTS-DAG: lines 60 {{.*}} a.c:[[#@LINE]] nest
    }
}

// Found by chance in vectors of bytes.
__attribute__((noinline)) int spaces(const char *A, unsigned N) {
  int S = 0;
  for (unsigned I = 0; I < N; ++I)
    if (A[I] == ' ')
      ++S; // COUNTS-DAG: lines 4,096 {{.*}} a.c:[[#@LINE]] spaces
  return S;
}

// Loops around, and one of few iterations.
__attribute__((noinline)) void multiply(float A[8][9], const float B[8][9],
                                        const float *C) {
  for (int I = 0; I < 8; ++I)
    for (int J = 0; J < 9; ++J)
      for (int K = 0; K < 3; ++K)
        A[I][J] += B[I][J] * C[K]; // COUNTS-DAG: lines 216 {{.*}} a.c:[[#@LINE]] multiply
}

// Of 16 bits, wrapping around.
__attribute__((noinline)) int wrap(const char *A, unsigned short From) {
  int S = 0;
  for (unsigned short I = From; I != 20; ++I)
    S += A[I]; // COUNTS-DAG: lines 30 {{.*}} a.c:[[#@LINE]] wrap
  return S;
}

// Backwards, by two.
__attribute__((noinline)) void shift(long *A, long N) {
  for (long I = N; I > 1; I -= 2)
    A[I] = A[I - 1] + I; // COUNTS-DAG: lines 48 {{.*}} a.c:[[#@LINE]] shift
}

// Not distributed.
__attribute__((noinline)) void distribute(int *restrict A, const int *restrict B,
                                          int *restrict C, const char *restrict D,
                                          int N) {
#pragma clang loop distribute(enable)
  for (int I = 0; I < N; ++I) {
    A[I ^ 1] += B[I]; // COUNTS-DAG: lines 99 {{.*}} a.c:[[#@LINE]] distribute
    C[I] = D[I] * 2;
  }
}

#ifdef MAIN
#include <sys/mman.h>
int main(int argc, char **argv) {
  static int A[130];
  static float B[8][9], C[3];
  static char D[65536];
  static long E[100];
  for (int I = 0; I < 100; ++I)
    A[I] = I;
  if (argc > 1) {
    char *Pages = mmap(0, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(Pages + 4096, 4096, PROT_NONE);
    return sum((int *)Pages, 2000);
  }
  volatile int Sum = sum(A, 130) + sum_by_pointer(A, A + 103);
  clamp(A, 100);
  choose(A, 130, 0, 30);
  choose(A, 130, 1, 30);
  nest(A, 130);
  for (int I = 0; I < 65536; I += 16)
    D[I] = ' ';
  Sum += spaces(D, 65536);
  multiply(B, B, C);
  Sum += wrap(D, 65526);
  shift(E, 97);
  static int F[100], G[100];
  distribute(F, A, G, D, 99);
}
#endif
