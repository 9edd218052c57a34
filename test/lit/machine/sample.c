// Samples of udpc-machine and udpc log: from a program to CSV and a page of charts.
//
// REQUIRES: machine
// RUN: riscv64-linux-gnu-gcc -O2 -static %s -o %t
// RUN: udpc-machine --every=9999 --log=%t.log %t 3 | FileCheck %s --check-prefix PROGRAM
// RUN: udpc log %t.log | FileCheck %s
// RUN: udpc log --event=com_is_br %t.log | FileCheck %s --check-prefix ONE
// RUN: udpc log --format=csv %t.log -o %t.csv
// RUN: udpc log --format=json %t.log > %t.json
// RUN: %python %S/Inputs/csv-equals.py %t.log %t.csv %t.json
// RUN: udpc log --html=%t.html %t.log
// RUN: FileCheck %s --check-prefix PAGE --input-file %t.html
//
// A control file, and options that override it.
// RUN: printf 'eventsel: 1\nmaxevent: 100\nmaxperiod: 2\nlogname: %t.named\n' > %t.ctrl
// RUN: udpc-machine --control=%t.ctrl %t 3 > /dev/null
// RUN: udpc log --format=csv --event=com_misp_br %t.named | FileCheck %s --check-prefix NAMED
// RUN: udpc-machine --every=9999 --start=brk --log=%t.log3 %t 3 > /dev/null
// RUN: grep max_inst %t.log3
// RUN: not grep '"inst": 10000}' %t.log3
// RUN: not udpc-machine --every=9999 --start=main %t 3 2>&1 | FileCheck %s --check-prefix START
// START: error: --start is entry or brk, not 'main'
// RUN: udpc-machine --control=%t.ctrl --periods=1 %t 3 > /dev/null
// RUN: udpc log --format=csv %t.named | grep -c . | grep -x 2
//
// The status is the program's; errors are one line.
// RUN: not udpc-machine --every=9999 --log=%t.log2 %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix PROGRAM --implicit-check-not=error
// RUN: not udpc log --check %t.log 2>&1 | FileCheck %s --check-prefix CHECKED
//
// Damaged logs: the line; a killed program's last sample is left out.
// RUN: head -c 3000 %t.log > %t.cut && udpc log --format=csv %t.cut | grep -c . | grep -x 2
// RUN: sed '3d' %t.log > %t.bad && not udpc log %t.bad 2>&1 | FileCheck %s --check-prefix BAD
// RUN: sed '3s/value/size/' %t.log > %t.bad && not udpc log %t.bad 2>&1 | FileCheck %s --check-prefix KEY
//
// PROGRAM: sum
// CHECK: .log: {{[0-9]+}} samples
// CHECK-NEXT: sample instructions insts cycles ipc br_misp_rate
// CHECK-NEXT: 1 10,000 10,000 {{[0-9,]+}} 0.{{[0-9]+}}
// CHECK-NEXT: 2 20,000 10,000
// ONE: sample instructions insts cycles com_is_br
// ONE-NEXT: 1 10,000 10,000 {{[0-9,]+ [0-9,]+$}}
// PAGE: <h3>ipc</h3>
// PAGE: instructions for each cycle
// PAGE: <svg
// PAGE: <h3>com_is_br</h3>
// PAGE-NOT: <h3>npc_from_f1</h3>
// NAMED: times,total_cycles,total_inst,com_misp_br
// NAMED-NEXT: 1,{{[0-9]+,[0-9]+}},101
// NAMED-NEXT: 2,{{[0-9]+,[0-9]+}},101
// NAMED-NOT: 3,
// CHECKED: --check, --least, --threads and --step are not for logs of the 64 counters
// BAD: .bad:67: counter 1, which the first sample does not have
// KEY: .bad:3: no number "value"

#include <stdio.h>
#include <stdlib.h>

int main(int Argc, char **Argv) {
  unsigned Seed = 1, Sum = 0;
  for (int I = 0; I < 20000; ++I) {
    Seed = Seed * 1103515245 + 12345;
    if (Seed >> 31)
      Sum += Seed >> 9;
  }
  printf("sum %u\n", Sum);
  return Argc < 2;
}
