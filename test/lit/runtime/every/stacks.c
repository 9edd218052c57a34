// The actions that go to the log: counts by stack, samples, snapshots.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// In code with frame pointers and without, by which the callers of libraries'
// code are known as well; and with patched instructions.
// RUN: check() { \
// RUN:   udpc-clang $flags -g -fomit-frame-pointer -fno-optimize-sibling-calls -I%udpc_src/include \
// RUN:     -fudpc-spec=sorts.yaml sorts.c -o sorts && \
// RUN:   rm -f s.log && \
// RUN:   env UDPC_OPTIONS=enable=compare:output=s.prof:log=s.log ./sorts && \
// RUN:   udpc export --format=folded s.log | FileCheck sorts.c; \
// RUN: }
// RUN: each flags -O2 "-O2 -fPIC" "-O2 -fudpc-lowering=instruction" -- check
// RUN: udpc-clang -O2 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls -I%udpc_src/include \
// RUN:   -fudpc-spec=spec.yaml a.c -o a -pthread
// RUN: env UDPC_OPTIONS=output=a.prof:log=a.log ./a
// RUN: udpc export --format=folded a.log | FileCheck a.c
// RUN: udpc log --step=0 a.log | FileCheck %s --check-prefix=LOG
// LOG: 5 snapshots, ended
//--- spec.yaml
version: 1
events:
  - {event: stacks, entry: leaf, every: 10, action: count-by-stack}
  - {event: samples, mark: sample, every: 4, action: log}
  - {event: snapshots, mark: shot, every: 5, action: snapshot}
//--- sorts.yaml
version: 1
events:
  - {event: compare, entry: compare, every: 5, action: count-by-stack}
//--- sorts.c
#include <signal.h>
#include <stdlib.h>
#define NOINLINE __attribute__((noinline))
static unsigned NumCompared;
// CHECK-DAG: main;deep;deep;deep;sorts;{{.*}}qsort{{.*}};compare 20
// CHECK-DAG: main;{{.*}};handler;compare 1
NOINLINE static int compare(const void *A, const void *B) {
  ++NumCompared;
  return *(const int *)A - *(const int *)B;
}
NOINLINE static void sorts(void) {
  int Numbers[64];
  for (int I = 0; I != 64; ++I)
    Numbers[I] = I;
  while (NumCompared < 100)
    qsort(Numbers, 2, sizeof(int), compare);
  __asm__ volatile("" : : "r"(Numbers) : "memory");
}
NOINLINE static void deep(int N) {
  volatile char Room[48];
  Room[N] = 0;
  if (N)
    deep(N - 1);
  else
    sorts();
  Room[N] = 1;
}
static void handler(int Signal) {
  int Numbers[2] = {Signal, Signal};
  for (int I = 0; I != 5; ++I)
    compare(Numbers, Numbers + 1);
}
int main(void) {
  deep(2);
  signal(SIGUSR1, handler);
  raise(SIGUSR1);
  return 0;
}
//--- a.c
#include <pthread.h>
#include <udpc/udpc.h>
#define NOINLINE __attribute__((noinline))
NOINLINE void leaf(void) { __asm__ volatile(""); }
// One of ten each; five samples.
// CHECK-DAG: main;left;leaf 100
// CHECK-DAG: main;right;leaf 20
// CHECK-DAG: thread;right;leaf 50
// CHECK-DAG: main 5
NOINLINE void left(int N) {
  for (int I = 0; I != N; ++I)
    leaf();
  __asm__ volatile("");
}
NOINLINE void right(int N) {
  for (int I = 0; I != N; ++I)
    leaf();
  __asm__ volatile("");
}
NOINLINE static void *thread(void *P) {
  right(500);
  return P;
}
int main(void) {
  left(1000);
  right(200);
  pthread_t T;
  pthread_create(&T, 0, thread, 0);
  pthread_join(T, 0);
  for (int I = 0; I != 20; ++I) {
    UDPC_MARK(sample);
    UDPC_MARK(shot);
  }
  return 0;
}
