// The body of a do loop is counted in one place, where the front end counts how
// often the loop is entered and how often it is repeated. The counts are
// llvm-cov's.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O0 -Xclang -fprofile-instrument=clang -Xclang -fcoverage-mapping -fpass-plugin=%plugin -mllvm \
// RUN:   -udpc-own-coverage -mllvm -udpc-spec=spec.yaml -S -emit-llvm a.c -o - | FileCheck a.c --check-prefix=CODE
// RUN: clang -O1 -fprofile-instr-generate -fcoverage-mapping a.c -o cov.out && env LLVM_PROFILE_FILE=a.raw ./cov.out
// RUN: llvm-profdata merge a.raw -o a.profdata
// RUN: llvm-cov export -format=lcov cov.out -instr-profile=a.profdata | grep ^DA: | sort > cov.txt
// RUN: check() { \
// RUN:   udpc-clang $flags -fudpc-spec=spec.yaml a.c -o a.out && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a.out && \
// RUN:   udpc export --format=lcov a.prof | grep ^DA: | sort > udpc.txt && \
// RUN:   diff cov.txt udpc.txt; \
// RUN: }
// RUN: each flags -O0 -O2 "-O2 -fPIC" "-O3 -march=x86-64-v3" -- check
//--- spec.yaml
version: 1
events:
  - {event: lines, line: "a.c:*"}
//--- a.c
#include <setjmp.h>
#include <stdlib.h>

// CODE-LABEL: define {{.*}}@simple(
// CODE-COUNT-2: store atomic i64
// CODE-NOT:     store atomic i64
// CODE-LABEL: define {{.*}}@nested(
int simple(int N) {
  int Sum = 0;
  do {
    Sum += N;
  } while (--N > 0);
  return Sum;
}

// CODE-COUNT-3: store atomic i64
// CODE-NOT:     store atomic i64
// CODE-LABEL: define {{.*}}@leaves(
int nested(int N) {
  int Sum = 0;
  do {
    int M = N;
    do
      Sum += M * N;
    while (--M > 0);
  } while (--N > 0);
  return Sum;
}

int leaves(int N, int From) {
  int Sum = 0;
  do {
    if (N == From)
      continue;
    if (Sum > 1000)
      break;
    if (Sum < 0)
      return 1;
    Sum += N;
  } while (--N > 0);
  do
    ++Sum;
  while (0);
  return Sum;
}

static jmp_buf Back;
int jumps(int N) {
  int Sum = N;
  if (N == 7)
    longjmp(Back, 1);
  do {
    if (--N == 3)
      longjmp(Back, 2);
    Sum += N;
  } while (N > 0);
  return Sum;
}

int enters(int N) {
  int Sum = 0;
  if (N & 1)
    goto Middle;
  do {
    Sum += N;
  Middle:
    Sum *= 3;
  } while (--N > 0);
  do
    for (int I = 0; I < N; ++I)
      Sum += I;
  while (N++ < 3);
  while (Sum-- > 0)
    ;
  return Sum;
}

int main(void) {
  volatile int Sum = 0;
  for (volatile int I = 0; I < 12; ++I) {
    Sum += simple(I) + nested(I) + leaves(I, 5) + leaves(100 * I, 0) + enters(I);
    if (!setjmp(Back))
      Sum += jumps(I);
  }
  do {
    if (Sum)
      exit(0);
  } while (1);
}
