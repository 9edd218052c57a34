// Counts move to blocks that are executed as often, alone or together, where no
// other code can read them between.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O2 -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -Rpass=udpc -S a.c -o a.s 2> remarks
// RUN: FileCheck a.c < a.s
// RUN: FileCheck a.c --check-prefix=REMARK < remarks
// RUN: clang -O2 -fPIC -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -S a.c -o - \
// RUN:   | FileCheck a.c --check-prefix=LIBRARY
//
// The counts are those without the optimiser, also with exit() and longjmp().
// RUN: check() { \
// RUN:   udpc-clang $flags -fudpc-spec=spec.yaml a.c main.c -o a.out && \
// RUN:   UDPC_OPTIONS=output=a.prof ./a.out && \
// RUN:   udpc report --sites a.prof | FileCheck main.c; \
// RUN: }
// RUN: each flags -O0 -O1 -O2 "-O3 -fPIC" "-O2 -flto=thin -fuse-ld=lld" -- check
//
// A crash in an arm: what was executed is counted, and what would have been
// next. One in the block before: that may be uncounted, and nothing else.
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml a.c main.c -o a.out
// RUN: UDPC_OPTIONS=output=a.prof not --crash ./a.out arm
// RUN: udpc report --sites a.prof | FileCheck main.c --check-prefix=ARM
// RUN: UDPC_OPTIONS=output=a.prof not --crash ./a.out head
// RUN: udpc report --sites a.prof | FileCheck main.c --check-prefix=HEAD
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: "*"}
//--- a.c
static inline void first(void) {}
static inline void odd(void) {}
static inline void even(void) {}
static inline void last(void) {}
void outside(int X);

// Four entries on each path: one increment.
// CHECK-LABEL: diamond:
// CHECK-COUNT-2: incq %fs:
// CHECK-NOT:     incq
// CHECK-LABEL: triangle:
// REMARK-DAG: a.c:[[#@LINE+4]]:{{[0-9]+}}: remark: counts of this block are added with the blocks behind, which are executed as often together
// REMARK-DAG: remark: counts of this block are added with an earlier block, which is executed as often
// LIBRARY-LABEL: diamond:
// LIBRARY:       incq {{[0-9]*}}(%r
int diamond(int X, int *P, int *Q) {
  first();
  int Y = *P;
  if (X & 1) {
    odd();
    *Q = Y + X;
  } else {
    even();
    Q[1] = Y * X;
  }
  last();
  return Y;
}

// Two: one before the condition, for its other side as well.
// CHECK-COUNT-2: incq %fs:
// CHECK-NOT:     incq
// CHECK-LABEL: may_leave:
int triangle(int X, int *P) {
  first();
  if (X & 1) {
    odd();
    *P = X;
  }
  last();
  return X;
}

// What follows a call that may not return is counted after it.
// CHECK:       incq %fs:
// CHECK:       callq outside
// CHECK:       incq %fs:
int may_leave(int X, int *P) {
  first();
  if (X & 1) {
    odd();
    outside(X);
    *P = X;
  } else {
    even();
    P[1] = X;
  }
  last();
  return X;
}

// Not over the end of a loop that may go on for long.
// CHECK-LABEL: search:
// CHECK:       incq %fs:
// CHECK:       incq %fs:
int search(const int *P, int X) {
  first();
  int I = 0;
  while (P[I] != X)
    ++I;
  last();
  return I;
}
//--- main.c
#include <setjmp.h>
#include <stdlib.h>
int diamond(int X, int *P, int *Q);
int triangle(int X, int *P);
int may_leave(int X, int *P);
int search(const int *P, int X);
static jmp_buf Back;

void outside(int X) {
  if (X == 7)
    longjmp(Back, 1);
  if (X == 9)
    exit(0);
}

int main(int argc, char **argv) {
  int A[20];
  for (int I = 0; I < 20; ++I)
    A[I] = I;
  if (argc > 1)
    return argv[1][0] == 'a' ? diamond(1, A, 0) : diamond(1, 0, A);
  volatile int Sum = search(A, 9);
  for (volatile int I = 0; I < 20; ++I)
    if (!setjmp(Back))
      Sum += diamond(I, A, A) + triangle(I, A) + may_leave(I, A);
}
// CHECK-DAG: calls 10 {{.*}} diamond
// CHECK-DAG: calls 10 {{.*}} may_leave
// CHECK-DAG: calls 31 {{.*}} first
// CHECK-DAG: calls 15 {{.*}} odd
// CHECK-DAG: calls 10 {{.*}} even
// CHECK-DAG: calls 29 {{.*}} last
// ARM-DAG:   calls 1 {{.*}} diamond
// ARM-DAG:   calls 1 {{.*}} first
// ARM-DAG:   calls 1 {{.*}} odd
// ARM-DAG:   calls 0 {{.*}} even
// ARM-DAG:   calls 1 {{.*}} last
// HEAD-DAG:  calls 1 {{.*}} main
// HEAD-DAG:  calls 0 {{.*}} odd
// HEAD-DAG:  calls 0 {{.*}} even
