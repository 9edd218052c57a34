// riscv64: cross build, run under qemu-user, both lowerings, inline as
// thread-local increments.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: for L in inline call; do \
// RUN:   udpc-clang --target=riscv64-linux-gnu -O2 -static -fudpc-spec=spec.yaml -fudpc-lowering=$L a.c -o $L -pthread && \
// RUN:   env UDPC_OPTIONS=output=$L.prof qemu-riscv64 ./$L && %counts $L.prof | FileCheck %s || exit 1; \
// RUN: done
// CHECK: calls 1000 0:700 1:300
// CHECK: lines 1000 0:700 1:300
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: helper}
  - {event: lines, line: "a.c:5"}
//--- a.c
#include <pthread.h>
volatile int Sink;
__attribute__((noinline)) int helper(int N) {
  if (N)
    Sink = N;
  return N;
}
static void *thread(void *Arg) {
  for (int I = 0; I < 300; ++I)
    helper(5);
  return 0;
}
int main(void) {
  pthread_t T;
  pthread_create(&T, 0, thread, 0);
  for (int I = 0; I < 700; ++I)
    helper(5);
  return pthread_join(T, 0);
}
