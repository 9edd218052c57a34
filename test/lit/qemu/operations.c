// What a counter unit does besides counting: registers that are written, periods, the
// log of overflows, masks by command, and other counter instructions.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: check() { \
// RUN:   clang --target=$A-linux-gnu -O2 -static -pthread -I%S/Inputs %s -o $A && \
// RUN:   qemu-$A -plugin "%counter_unit,out=u.json,width=8,write=1:250+2:-1,every=3:100,log=log,mask=4/dec+5/inc" \
// RUN:     ./$A 2>u.txt && \
// RUN:   { grep overflowed u.txt; cat u.json; %python %S/Inputs/log.py log; } | FileCheck %s; \
// RUN: }
// RUN: each A x86_64 riscv64 -- check
// 250 and 10 are 4 and one overflow; -1, 255, and 2 are 1. What has not counted
// has no register.
// CHECK:      counter 1 overflowed its 8 bits
// CHECK:      {"counter":1,"count":10,"written":250,"value":4,"overflows":1,
// CHECK-SAME: [{"thread":0,"count":10,"written":250,"value":4,"overflows":1}]}
// CHECK-NEXT: {"counter":2,"count":2,"written":-1,"value":1,"overflows":0,
// CHECK-NEXT: {"counter":3,"count":1500,
// CHECK-NEXT: {"counter":4,"count":3,
// CHECK-NEXT: {"counter":5,"count":-3,
// Counter 6 was reset after 5.
// CHECK-NEXT: {"counter":6,"count":7,"written":-5,"value":2,"overflows":0,
// CHECK-NEXT: {"counter":7,
// CHECK:      command 7 thread 0: 1 3=232 6=2
// CHECK-NEXT: every 3 thread 0: 10 3=100 3=200 3=44 3=144 3=244 3=88 3=188 3=32 3=132 3=232
// CHECK-NEXT: every 3 thread 1: 5 3=100 3=200 3=44 3=144 3=244
// CHECK-NEXT: overflow 1 thread 0: 1 1=0
// CHECK-NEXT: overflow 2 thread 0: 1 2=0
// CHECK-NEXT: overflow 3 thread 0: 3 3=0 3=0 3=0
// CHECK-NEXT: overflow 3 thread 1: 1 3=0
// CHECK-NEXT: overflow 5 thread 0: 1 5=255
//
// The same instruction named by a pattern; an existing one (prefetchnta with a
// displacement, addi x0 with a source), and a pair, of which one alone does not
// count.
// RUN: qemu-x86_64 -plugin "%counter_unit,out=p.json,encoding=bytes:660f1f8400ccnnffdC" ./x86_64
// RUN: %show p.json | FileCheck %s --check-prefix=SAME
// RUN: qemu-riscv64 -plugin "%counter_unit,out=p.json,encoding=bits:0cccnnnnnnnn00000010000000010011" ./riscv64
// RUN: %show p.json | FileCheck %s --check-prefix=SAME
// SAME: 1=10 2=2 3=1500 4=2 5=-2 6=7 7=0
// RUN: qemu-x86_64 -plugin "%counter_unit,out=e.json,encoding=bytes:0f1880nnbb0000" ./x86_64
// RUN: %show e.json | FileCheck %s --check-prefix=EXISTING
// RUN: qemu-riscv64 -plugin "%counter_unit,out=e.json,encoding=bits:0000nnnnnnnn00001000000000010011" ./riscv64
// RUN: %show e.json | FileCheck %s --check-prefix=EXISTING
// EXISTING: 9=20{{$}}
// RUN: qemu-x86_64 -plugin "%counter_unit,out=e.json,encoding=bytes:6687DB;bytes:0f1f40nn" ./x86_64
// RUN: %show e.json | FileCheck %s --check-prefix=PAIR
// RUN: pair="bits:00000000010100000100000000010011;bits:0000nnnnnnnn00000110000000010011"
// RUN: qemu-riscv64 -plugin "%counter_unit,out=e.json,encoding=$pair" ./riscv64
// RUN: %show e.json | FileCheck %s --check-prefix=PAIR
// PAIR: 11=30{{$}}
#include "instructions.h"
#include <pthread.h>
#define RESET(Counter) UDPC(2, Counter)
#define LOG(Counter) UDPC(3, Counter)
#ifdef __x86_64__
#define EXISTING __asm__ volatile("prefetchnta 0xbb09(%%rax)" ::"a"(0))
#define FIRST ".byte 0x66,0x87,0xdb\n"
#define SECOND ".byte 0x0f,0x1f,0x40,11\n"
#define OTHER ".byte 0x90\n"
#else
#define EXISTING __asm__ volatile("addi x0, x1, 9")
#define FIRST "xori x0, x0, 5\n"
#define SECOND "ori x0, x0, 11\n"
#define OTHER "andi x0, x0, 12\n"
#endif

static void *work(void *Arg) {
  for (int I = 0; I < 500; ++I)
    INC(3);
  return Arg;
}

int main(void) {
  pthread_t Thread;
  pthread_create(&Thread, 0, work, 0);
  pthread_join(Thread, 0);
  work(0), work(0);
  for (int I = 0; I < 10; ++I)
    INC(1);
  INC(2);
  INC(2);
  for (int I = 0; I < 3; ++I)
    INC(4);
  DEC(4);
  for (int I = 0; I < 3; ++I)
    DEC(5);
  INC(5);
  for (int I = 0; I < 5; ++I)
    INC(6);
  RESET(6);
  INC(6);
  INC(6);
  LOG(7);
  for (int I = 0; I < 20; ++I)
    EXISTING;
  for (int I = 0; I < 30; ++I)
    __asm__ volatile(FIRST SECOND OTHER SECOND FIRST OTHER);
  return 0;
}
