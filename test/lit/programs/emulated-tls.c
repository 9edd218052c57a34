// Emulated thread-local variables are gone when a thread's counts are read: there
// events count by calls of the runtime, or by instructions.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang -O2 -pthread -femulated-tls -fudpc-spec=spec.yaml $how a.c -o a && \
// RUN:   env UDPC_OPTIONS=enable=*:output=a.prof ./a 2> /dev/null && \
// RUN:   %counts a.prof; \
// RUN: }
// RUN: each how -fudpc-lowering=auto -fudpc-lowering=inline -fudpc-lowering=call -fudpc-lowering=instruction \
// RUN:   -fudpc-fidelity=transparent -- check | FileCheck %s
// CHECK-COUNT-5: work 800 {{[1-8]}}:100 {{[1-8]}}:100 {{[1-8]}}:100
//
// A cost profile has no other way to count.
// RUN: udpc-clang -O2 -pthread -femulated-tls -fudpc-profile=cache a.c -o a 2>&1 | FileCheck %s --check-prefix=COSTS
// COSTS: warning: udpc counts costs in thread-local variables; a.c is not counted; compile without -femulated-tls and -ffreestanding
// RUN: ./a
//
// Without our driver the flag is first seen when code is generated.
// RUN: not clang -O2 -femulated-tls -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml -c a.c -o a.o 2>&1 \
// RUN:   | FileCheck %s --check-prefix=STOCK
// STOCK: error: udpc: a.c: events are counted in thread-local variables, which -femulated-tls keeps elsewhere; compile with udpc-clang, or with -Xclang -mllvm -Xclang -udpc-no-thread-locals
// RUN: clang -O2 -femulated-tls -fpass-plugin=%plugin -mllvm -udpc-spec=spec.yaml \
// RUN:   -mllvm -udpc-no-thread-locals -c a.c -o a.o
//--- spec.yaml
version: 1
events: [{event: work, entry: work}]
//--- a.c
#include <pthread.h>
__attribute__((noinline)) static int work(int X) {
  __asm__ volatile("");
  return X + 1;
}
static void *run(void *Arg) {
  for (int I = 0; I < 100; ++I)
    work(I);
  return Arg;
}
int main(void) {
  pthread_t T[8];
  for (int I = 0; I < 8; ++I)
    pthread_create(&T[I], 0, run, 0);
  for (int I = 0; I < 8; ++I)
    pthread_join(T[I], 0);
  return 0;
}
