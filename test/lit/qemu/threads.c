// Four threads that execute the same instructions: exact on both guests, which
// give the same file but for the target.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: check() { \
// RUN:   clang --target=$A-linux-gnu -O2 -static -pthread -I%S/Inputs %s -o $A && \
// RUN:   qemu-$A -plugin %counter_unit,out=$A.json ./$A && \
// RUN:   %show --full $A.json | FileCheck %s; \
// RUN: }
// RUN: each A x86_64 riscv64 -- check
// RUN: sed s/x86_64/riscv64/ x86_64.json | diff - riscv64.json
// CHECK: {{(x86_64|riscv64)}} 1=4000000 value=4000000 overflows=0 [1:1000000 2:1000000 3:1000000 4:1000000] 2=4 value=4 overflows=0 [0:4] 7=-4000000 value=-4000000 overflows=0 [1:-1000000 2:-1000000 3:-1000000 4:-1000000] 255=0 value=0 overflows=0 []{{$}}

// Without a share for each thread: still the same sums.
// RUN: qemu-x86_64 -plugin %counter_unit,out=sums.json,per_thread=off ./x86_64
// RUN: %show sums.json | FileCheck %s --check-prefix=SUMS
// SUMS: x86_64 1=4000000 2=4 7=-4000000 255=0{{$}}
// RUN: not grep threads sums.json
#include "instructions.h"
#include <pthread.h>

static pthread_barrier_t Started;

static void *work(void *Arg) {
  // Numbers of cores that are free are given out again: all live at once.
  pthread_barrier_wait(&Started);
  for (int I = 0; I < 1000000; ++I) {
    INC(1);
    DEC(7);
    INC(255);
    DEC(255);
  }
  return 0;
}

int main(void) {
  pthread_t Threads[4];
  pthread_barrier_init(&Started, 0, 4);
  for (int I = 0; I < 4; ++I) {
    INC(2);
    pthread_create(&Threads[I], 0, work, 0);
  }
  for (int I = 0; I < 4; ++I)
    pthread_join(Threads[I], 0);
  return 0;
}
