// What is said of a loop does not depend on loops beside it whose helpers are
// looked into, nor on helpers of its own that cannot decide.
//
// RUN: echo '{version: 1, events: [{event: s, spin: iterations}]}' > %t.yaml
// RUN: udpc-clang -w -O1 -fudpc-spec=%t.yaml -Rpass=udpc -Rpass-missed=udpc -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=remark:
#include <stdatomic.h>
static int isFree(atomic_int *L) { return !atomic_load(L); }
static int isLast(int I) { return I == 10; }
int both(atomic_int *L, int N) {
  // CHECK-DAG: beside.c:[[@LINE+1]]:3: remark: event 's': inc at each spin iteration of a loop in both: it waits for the atomic load at beside.c:8:44, called from beside.c:[[@LINE+1]]:11
  while (!isFree(L))
    ;
  int I = 0;
  // CHECK-DAG: beside.c:[[@LINE+1]]:3: remark: no spin loop in both: the exit at {{.*}} and all other exits depend on the loop's own variables
  while (!isLast(I))
    I += 2;
  return I;
}
__attribute__((naked)) static int nobody(atomic_int *L) { __asm__("ret"); }
int naked(atomic_int *L) {
  // CHECK-DAG: beside.c:[[@LINE+1]]:3: remark: no spin loop in naked: the exit at {{.*}} decides by what a call has returned
  while (!nobody(L))
    ;
}
