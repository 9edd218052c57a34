// riscv64: cross build, run under qemu-user, both lowerings, inline as
// thread-local increments.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang --target=riscv64-linux-gnu -O2 -static -fudpc-spec=spec.yaml \
// RUN:     -fudpc-lowering=$L a.c -o $L -pthread && \
// RUN:   env UDPC_OPTIONS=output=$L.prof qemu-riscv64 ./$L && \
// RUN:   %counts $L.prof | FileCheck %s; \
// RUN: }
// RUN: each L inline call -- check
// CHECK: calls 1000 0:700 1:300
// CHECK: lines 1000 0:700 1:300
// Resolvers of indirect functions run before there is a thread pointer.
// RUN: udpc-clang --target=riscv64-linux-gnu -O2 -static -fuse-ld=lld -fudpc-spec=resolver.yaml resolver.c -o resolver
// RUN: env UDPC_OPTIONS=output=resolver.prof qemu-riscv64 ./resolver
// RUN: udpc report resolver.prof | FileCheck %s --check-prefix=RESOLVER
// RESOLVER: probes {{ *}}2
// RESOLVER: line {{ *}}8
//--- spec.yaml
version: 1
events:
  - {event: calls, entry: helper}
  - {event: lines, line: "a.c:5"}
//--- resolver.yaml
version: 1
events:
  - {event: probes, entry: probe}
  - {event: line, line: "resolver.c:4"}
//--- resolver.c
__attribute__((noinline)) static int probe(int X) {
  int Sum = 0;
  for (int I = 0; I != X; ++I)
    __asm__ volatile("" : "+r"(Sum)); // Line 4.
  return Sum;
}
static int one(int X) { return X + 1; }
static int two(int X) { return X + 2; }
static int (*resolve(void))(int) { return probe(4) == 0 ? two : one; }
int pick(int X) __attribute__((ifunc("resolve")));
int main(void) { return pick(1) + probe(4) == 3 ? 0 : 1; }
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
