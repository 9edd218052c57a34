// Spin loops on a schedule that is known: the lock is given up at a known poll, by
// the function that passes the time between polls. Executions are acquisitions,
// iterations are polls that failed, whatever counts them and however the loop is
// compiled. RT0877, figures 7 and 8: spins / executions is how contended it is.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang -O1 -c holder.c && clang --target=riscv64-linux-gnu -O1 -c holder.c -o holder.rv.o
// RUN: check_lowering() { \
// RUN:   udpc-clang -O$level -fudpc-$how -fudpc-spec=spec.yaml a.c holder.o -o a && \
// RUN:   env UDPC_OPTIONS=enable=*:output=a.prof ./a && \
// RUN:   %counts a.prof > on.txt && \
// RUN:   FileCheck %s < on.txt; \
// RUN: }
// RUN: check_exact() { \
// RUN:   each how lowering=inline lowering=call lowering=instruction -- check_lowering && \
// RUN:   qemu-x86_64 -plugin %counter_unit,out=a.json ./a && \
// RUN:   udpc sites a --counters a.json > unit.txt && \
// RUN:   FileCheck %s --check-prefix=UNIT < unit.txt && \
// RUN:   udpc-clang --target=riscv64-linux-gnu -static -O$level -fudpc-lowering=instruction \
// RUN:     -fudpc-spec=spec.yaml a.c holder.rv.o -o rv && \
// RUN:   qemu-riscv64 -plugin %counter_unit,out=rv.json ./rv && \
// RUN:   udpc sites rv --counters rv.json > rv.txt && \
// RUN:   FileCheck %s --check-prefix=UNIT < rv.txt; \
// RUN: }
// RUN: each level 0 1 2 3 s -- check_exact
//
// Transparently, a first test that the optimiser has put before the loop is not
// part of it: then only the four contended rounds execute it, and what they
// execute is a poll that failed already. The sum is the same.
//
// RUN: check_transparent() { \
// RUN:   udpc-clang -O$level -fudpc-fidelity=transparent \
// RUN:     -fudpc-spec=spec.yaml a.c holder.o -o a && \
// RUN:   env UDPC_OPTIONS=enable=*:output=a.prof ./a && \
// RUN:   %counts a.prof > on.txt && \
// RUN:   %python machine.py < on.txt || { cat on.txt; return 1; }; \
// RUN:   qemu-x86_64 -plugin %counter_unit,out=a.json ./a && \
// RUN:   udpc sites a --counters a.json | %python machine.py && \
// RUN:   udpc-clang --target=riscv64-linux-gnu -static -O$level -fudpc-fidelity=transparent \
// RUN:     -fudpc-spec=spec.yaml a.c holder.rv.o -o rv && \
// RUN:   qemu-riscv64 -plugin %counter_unit,out=rv.json ./rv && \
// RUN:   udpc sites rv --counters rv.json | %python machine.py; \
// RUN: }
// RUN: each level 0 1 2 3 s -- check_transparent
//
// Five rounds in which 0, 1, 2, 3 and 1003 polls fail; 10 without contention.
// CHECK-DAG:  acquired 5
// CHECK-DAG:  spins 1009
// CHECK-DAG:  alone 10
// CHECK-NOT:  lonely {{[1-9]}}
// UNIT:       1 acquired 5 0
// UNIT-NEXT:  2 spins 1,009 0
// UNIT-NEXT:  3 alone 10 0
// UNIT-NOT:   lonely {{[1-9]}}
//--- spec.yaml
version: 1
events:
  - {event: acquired, spin: executions, in: lock, counter: 1}
  - {event: spins, spin: iterations, in: lock, counter: 2}
  - {event: alone, spin: executions, in: lock_alone, counter: 3}
  - {event: lonely, spin: iterations, in: lock_alone, counter: 4}
//--- a.c
#include <sched.h>
#include <stdatomic.h>
atomic_int Lock;
extern int PollsLeft;

__attribute__((noinline)) static void lock(atomic_int *L) {
  // Test and test-and-set: the inner loop is a part of the outer one.
  while (atomic_exchange(L, 1))
    do
      sched_yield();
    while (atomic_load_explicit(L, memory_order_relaxed));
}

__attribute__((noinline)) static void lock_alone(atomic_int *L) {
  int Free = 0;
  while (!atomic_compare_exchange_strong(L, &Free, 1))
    Free = 0;
}

int main(void) {
  static const int Spins[] = {0, 1, 2, 3, 1003};
  for (int I = 0; I < 5; ++I) {
    PollsLeft = Spins[I];
    atomic_store(&Lock, PollsLeft != 0);
    lock(&Lock);
  }
  for (int I = 0; I < 10; ++I) {
    atomic_store(&Lock, 0);
    lock_alone(&Lock);
  }
  return 0;
}
//--- holder.c
// What other threads do while the waiter has given its processor up.
#include <stdatomic.h>
extern atomic_int Lock;
int PollsLeft;
int sched_yield(void) {
  if (--PollsLeft == 0)
    atomic_store(&Lock, 0);
  return 0;
}
//--- machine.py
import re
import sys

counts = {m[1]: int(m[2].replace(",", ""))
          for m in re.finditer(r"^ *(?:\d+ +)?([a-z]+) +([\d,]+)", sys.stdin.read(), re.M)}
acquired, spins = counts["acquired"], counts["spins"]
assert acquired == 5 and spins == 1009 or acquired == 4 and acquired + spins == 1009, counts
assert counts["alone"] in (0, 10) and counts.get("lonely", 0) == 0, counts
