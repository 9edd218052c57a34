// --counters=- prints a table for people: the 64 counters with their names, and
// which of them are not modelled. A file of --counters= is for programs.
//
// REQUIRES: machine
// RUN: riscv64-linux-gnu-gcc -O2 -static %s -o %t
// RUN: udpc-machine --counters=- %t 2> %t.table | count 0
// RUN: FileCheck %s --strict-whitespace < %t.table && count 65 < %t.table
// CHECK:{{^}}counter  name                          value
// CHECK-NEXT:{{^ +}}0  cycles{{ +[0-9]+,[0-9]+}}  modelled
// CHECK-NEXT:{{^ +}}1  insts{{ +[0-9]+,[0-9]+}}  counted
// CHECK:{{^ +}}8  npc_from_f1{{ +}}-  not modelled
// CHECK:{{^ +}}63  unnamed{{ +}}-  not modelled
//
// Only those of the list that are not modelled are marked so.
// RUN: sed -n 's/^UDPC_COUNTER([0-9]*, \([^,]*\), Zero)/\1/p' \
// RUN:   %udpc_src/include/udpc/lists/machine_counters.inc > %t.zero
// RUN: awk '/not modelled$/ { print $2 }' %t.table | diff - %t.zero
// RUN: udpc-machine --help | grep -A1 -e '--counters=' | grep 'table with their names'
//
// RUN: udpc-machine --counters=%t.json %t && count 64 < %t.json && not grep -v '^{"type": "event' %t.json
int main(void) { return 0; }
