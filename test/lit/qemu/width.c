// Counters of a few bits: the counter of each core wraps and reports it once, and the
// file still has the true count.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: check() { \
// RUN:   clang --target=$A-linux-gnu -O2 -static -pthread -I%S/Inputs %s -o $A && \
// RUN:   qemu-$A -plugin %counter_unit,out=8.json,width=8 ./$A 2>8.txt && \
// RUN:   { sort 8.txt; %show --full 8.json; } | FileCheck %s && \
// RUN:   qemu-$A -plugin %counter_unit,out=1.json,width=1,mask=2-5 ./$A 2>1.txt && \
// RUN:   { cat 1.txt; %show --full 1.json; } | FileCheck %s --check-prefix=ONE && \
// RUN:   qemu-$A -plugin %counter_unit,out=64.json ./$A 2>64.txt && \
// RUN:   { cat 64.txt; %show --full 64.json; } | FileCheck %s --check-prefix=WIDE; \
// RUN: }
// RUN: each A x86_64 riscv64 -- check
// CHECK: {{^}}udpc-qemu: counter 2 overflowed its 8 bits; counting continues
// CHECK-NEXT: {{^}}udpc-qemu: counter 3 overflowed its 8 bits; counting continues
// CHECK-NEXT: {{^}}udpc-qemu: counter 5 overflowed its 8 bits; counting continues
// CHECK-NEXT: 1=255 value=255 overflows=0 [0:255]
// 1000 = 3 * 256 + 232 on each of two cores.
// CHECK-SAME: 2=2000 value=464 overflows=6 [0:1000 1:1000]
// -1 = 255 - 256.
// CHECK-SAME: 3=-1 value=255 overflows=-1 [0:-1]
// Each core holds 200, together more than 8 bits.
// CHECK-SAME: 4=400 value=400 overflows=0 [0:200 1:200]
// Once above and back: no overflow is left.
// CHECK-SAME: 5=255 value=255 overflows=0 [0:255]{{$}}

// ONE: {{^}}udpc-qemu: counter 1 overflowed its 1 bits; counting continues
// ONE-NEXT: 1=255 value=1 overflows=127 [0:255]{{$}}

// WIDE-NOT: overflowed
// WIDE: 2=2000 value=2000 overflows=0 [0:1000 1:1000] 3=-1 value=-1 overflows=0 [0:-1]
#include "instructions.h"
#include <pthread.h>

static void *work(void *Arg) {
  for (int I = 0; I < 1000; ++I)
    INC(2);
  for (int I = 0; I < 200; ++I)
    INC(4);
  return 0;
}

int main(void) {
  pthread_t Thread;
  pthread_create(&Thread, 0, work, 0);
  work(0);
  pthread_join(Thread, 0);
  for (int I = 0; I < 255; ++I)
    INC(1);
  DEC(3);
  for (int I = 0; I < 256; ++I)
    INC(5);
  DEC(5);
  return 0;
}
