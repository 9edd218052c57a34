// Spin loops of many shapes on a schedule that is known: each waits in six rounds
// for 0, 1, 2, 3, 33 and 7 yields, 46 in all, whatever counts them and however the
// program is compiled.
//
// RUN: rm -rf %t && split-file %s %t && cd %t && clang -O1 -c holder.c
// RUN: check() { \
// RUN:   udpc-clang -w -O$level -fudpc-lowering=$way -fudpc-spec=spec.yaml a.c holder.o -o a && \
// RUN:   env UDPC_OPTIONS=enable=*:output=a.prof ./a && \
// RUN:   %counts a.prof > on.txt && \
// RUN:   FileCheck %s < on.txt; \
// RUN: }
// RUN: each way inline call instruction -- each level 0 1 2 3 s -- check
// RUN: check_build() { \
// RUN:   udpc-clang -w -O2 $how -fudpc-spec=spec.yaml a.c holder.o -o a && \
// RUN:   env UDPC_OPTIONS=output=a.prof ./a && \
// RUN:   %counts a.prof > on.txt && \
// RUN:   FileCheck %s < on.txt; \
// RUN: }
// RUN: each how "-flto -fuse-ld=lld" "-flto=thin -fuse-ld=lld" -fsanitize=undefined "-g -fno-discard-value-names" \
// RUN:   -- check_build
//
// In machine code a first test before the loop is not part of it: five rounds come
// to the loop after one failed yield.
// RUN: check_machine() { \
// RUN:   udpc-clang -w -O$level -fudpc-fidelity=transparent \
// RUN:     -fudpc-spec=spec.yaml a.c holder.o -o a && \
// RUN:   env UDPC_OPTIONS=enable=*:output=a.prof ./a && \
// RUN:   %counts a.prof | %python machine.py; \
// RUN: }
// RUN: each level 0 1 2 3 s -- check_machine
//
// The inner loop of test and test-and-set yields; the outer one fails once a round.
// A flag is tested once more when it is set: the loop goes back to its head.
// CHECK-DAG: exchange_x 6 {{.*}}
// CHECK-DAG: exchange_i 46 {{.*}}
// CHECK-DAG: nested_x 6 {{.*}}
// CHECK-DAG: nested_i 51 {{.*}}
// CHECK-DAG: swap_x 6 {{.*}}
// CHECK-DAG: swap_i 46 {{.*}}
// CHECK-DAG: flag_x 6 {{.*}}
// CHECK-DAG: flag_i 46 {{.*}}
// CHECK-DAG: jump_x 6 {{.*}}
// CHECK-DAG: jump_i 46 {{.*}}
// CHECK-DAG: done_x 6 {{.*}}
// CHECK-DAG: done_i 52 {{.*}}
// CHECK-DAG: helper_x 6 {{.*}}
// CHECK-DAG: helper_i 46 {{.*}}
// CHECK-DAG: cases_x 6 {{.*}}
// CHECK-DAG: cases_i 46 {{.*}}
// CHECK-DAG: bounded_x 6 {{.*}}
// CHECK-DAG: bounded_i 46 {{.*}}
// CHECK-DAG: assembly_x 6 {{.*}}
// CHECK-DAG: assembly_i 46 {{.*}}
// REQUIRES: x86_64
//--- spec.yaml
version: 1
events:
  - {event: exchange_x, spin: executions, in: exchange}
  - {event: exchange_i, spin: iterations, in: exchange}
  - {event: nested_x, spin: executions, in: nested}
  - {event: nested_i, spin: iterations, in: nested}
  - {event: swap_x, spin: executions, in: swap}
  - {event: swap_i, spin: iterations, in: swap}
  - {event: flag_x, spin: executions, in: flag}
  - {event: flag_i, spin: iterations, in: flag}
  - {event: jump_x, spin: executions, in: jump}
  - {event: jump_i, spin: iterations, in: jump}
  - {event: done_x, spin: executions, in: done}
  - {event: done_i, spin: iterations, in: done}
  - {event: helper_x, spin: executions, in: helper}
  - {event: helper_i, spin: iterations, in: helper}
  - {event: cases_x, spin: executions, in: cases}
  - {event: cases_i, spin: iterations, in: cases}
  - {event: bounded_x, spin: executions, in: bounded}
  - {event: bounded_i, spin: iterations, in: bounded}
  - {event: assembly_x, spin: executions, in: assembly}
  - {event: assembly_i, spin: iterations, in: assembly}
//--- a.c
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
atomic_int Lock;
extern int YieldsLeft;

__attribute__((noinline)) static void exchange(void) {
  while (atomic_exchange(&Lock, 1))
    sched_yield();
}
__attribute__((noinline)) static void nested(void) {
  for (;;) {
    if (!atomic_exchange(&Lock, 1))
      return;
    while (atomic_load(&Lock))
      sched_yield();
  }
}
__attribute__((noinline)) static void swap(void) {
  int Free = 0;
  while (!atomic_compare_exchange_strong(&Lock, &Free, 1)) {
    Free = 0;
    sched_yield();
  }
}
__attribute__((noinline)) static void flag(void) {
  while (*(volatile int *)&Lock)
    sched_yield();
}
__attribute__((noinline)) static void jump(void) {
again:
  if (atomic_exchange(&Lock, 1)) {
    sched_yield();
    goto again;
  }
}
__attribute__((noinline)) static void done(void) {
  bool Done = false;
  while (!Done) {
    if (!atomic_exchange(&Lock, 1))
      Done = true;
    else
      sched_yield();
  }
}
static bool try(void) {
  return !atomic_load(&Lock) && !atomic_exchange(&Lock, 1);
}
__attribute__((noinline)) static void helper(void) {
  while (!try())
    sched_yield();
}
__attribute__((noinline)) static void cases(void) {
  for (;;)
    switch (atomic_load(&Lock)) {
    case 0:
      return;
    case 1:
      sched_yield();
      break;
    default:
      continue;
    }
}
__attribute__((noinline)) static void bounded(void) {
  for (int I = 0; I < 1000; ++I) {
    if (!atomic_exchange(&Lock, 1))
      return;
    for (volatile int Delay = 0; I < 4 && Delay < 3; ++Delay)
      ;
    sched_yield();
  }
}
__attribute__((noinline)) static void assembly(void) {
  for (;;) {
    __asm__ goto("lock btsl $0, %0\n jnc %l1"
                 :
                 : "m"(Lock)
                 : "memory", "cc"
                 : taken);
    sched_yield();
  }
taken:;
}

int main(void) {
  static const int Yields[] = {0, 1, 2, 3, 33, 7};
  static void (*const Waits[])(void) = {exchange, nested, swap,  flag,    jump,
                                        done,     helper, cases, bounded, assembly};
  for (int W = 0; W < sizeof Waits / sizeof *Waits; ++W)
    for (int I = 0; I < 6; ++I) {
      YieldsLeft = Yields[I];
      atomic_store(&Lock, YieldsLeft != 0);
      Waits[W]();
    }
  return 0;
}
//--- holder.c
#include <stdatomic.h>
extern atomic_int Lock;
int YieldsLeft;
int sched_yield(void) {
  if (--YieldsLeft == 0)
    atomic_store(&Lock, 0);
  return 0;
}
//--- machine.py
import sys

counts = {line.split()[0]: int(line.split()[1]) for line in sys.stdin}
for name in {key[:-2] for key in counts}:
    # Every round, or only those that have failed before.
    rounds, yields = counts[name + "_x"], counts[name + "_i"]
    more = {"nested": 5, "done": 6}.get(name, 0)
    assert (rounds, yields) in [(6, 46 + more), (5, 41), (5, 41 + more), (6, 46)], (name, rounds, yields)
