// The actions that go to the log: counts by stack, samples, snapshots.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -g -fno-omit-frame-pointer -fno-optimize-sibling-calls -I%udpc_src/include -fudpc-spec=spec.yaml a.c -o a -pthread
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
