// Sampling from outside: the program is not changed, and its output does not
// change, whatever is sampled. Each period has N+1 events.
//
// REQUIRES: machine
// RUN: riscv64-linux-gnu-gcc -O2 -static %s -o %t
// RUN: udpc-machine %t > %t.plain
// RUN: udpc-machine --every=20000 --log=%t.log %t | diff - %t.plain
// RUN: FileCheck %s --input-file %t.log
// RUN: %python %S/Inputs/periods.py %t.log 1 20001 20
// CHECK: {"type": "max_inst", "times": 1, "cycles": {{[0-9]+}}, "inst": 20001}
// CHECK-NEXT: {"type": "event  0", "value": {{[0-9]+}}}
// CHECK-NEXT: {"type": "event  1", "value": 20001}
// CHECK: {"type": "event 63", "value": 0}
// CHECK-NEXT: {"type": "max_inst", "times": 2, "cycles": {{[0-9]+}}, "inst": 40002}
//
// Every event, warm-up, a number of periods, and a control file.
// RUN: udpc-machine --event=com_misp_br --every=100 --log=%t.log %t | diff - %t.plain
// RUN: %python %S/Inputs/periods.py %t.log 53 101 5
// RUN: udpc-machine --event=dcache_to_L2 --D1=1024,2,64 --every=10 --log=%t.log %t | diff - %t.plain
// RUN: %python %S/Inputs/periods.py %t.log 38 11 20
// RUN: udpc-machine --event=3 --every=10 --log=%t.log %t | diff - %t.plain
// RUN: %python %S/Inputs/periods.py %t.log 34 11 1
// RUN: udpc-machine --every=999 --warmup=9000 --log=%t.log %t | diff - %t.plain
// RUN: %python %S/Inputs/periods.py %t.log 1 1000 20 10000
// RUN: printf 'eventsel: 0\nmaxevents: 4999\nmaxperiods: 3\nlogname: %t.log\n' > %t.ctrl
// RUN: udpc-machine --control=%t.ctrl %t | diff - %t.plain
// RUN: %python %S/Inputs/periods.py %t.log 1 5000 3 5000
// RUN: grep -c max_inst %t.log | grep -x 3
//
// Sampled after each second instruction, and from the first brk on.
// RUN: udpc-machine --every=1 --periods=2000 --no-caches --log=%t.log %t | diff - %t.plain
// RUN: %python %S/Inputs/periods.py %t.log 1 2 2000 2
// RUN: udpc-machine --every=20000 --start=brk --log=%t.log %t | diff - %t.plain
// RUN: not grep '"inst": 20001}' %t.log

#include <stdio.h>
#include <stdlib.h>

int main(void) {
  unsigned long Seed = 1, Sum = 0;
  unsigned *Table = calloc(1 << 16, sizeof(unsigned));
  for (int I = 0; I < 30000; ++I) {
    Seed = Seed * 6364136223846793005u + 1442695040888963407u;
    Table[Seed >> 48] += I;
    if (Seed >> 63)
      Sum ^= Table[Seed >> 49];
  }
  printf("sum %lu\n", Sum);
  free(Table);
  return 0;
}
