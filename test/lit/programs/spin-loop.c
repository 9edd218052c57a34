// RT0877's example (figures 7 and 8), by a spec: counter 1 is how often the lock's
// loop is executed, counter 2 how often it spins. The holder gives the lock up at
// a known poll of the waiter, so the answer is known: 5 executions, and 0 + 1 + 2 +
// 3 + 1003 spins. (test/lit/qemu/spin-loop.c has the instructions by hand.)
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   udpc-clang -O$level -fudpc-fidelity=$fidelity -fudpc-spec=spec.yaml a.c -o a && \
// RUN:   env UDPC_OPTIONS=enable=*:output=a.prof ./a && \
// RUN:   %counts a.prof > on.txt && \
// RUN:   FileCheck %s < on.txt && \
// RUN:   qemu-x86_64 -plugin %udpc_lib/libudpc_qemu.so,out=a.json ./a && \
// RUN:   udpc sites a --counters a.json > unit.txt && \
// RUN:   FileCheck %s --check-prefix=UNIT < unit.txt && \
// RUN:   udpc-clang --target=riscv64-linux-gnu -static -O$level -fudpc-fidelity=$fidelity \
// RUN:     -fudpc-spec=spec.yaml a.c -o rv && \
// RUN:   qemu-riscv64 -plugin %udpc_lib/libudpc_qemu.so,out=rv.json ./rv && \
// RUN:   udpc sites rv --counters rv.json > rv.txt && \
// RUN:   FileCheck %s --check-prefix=UNIT < rv.txt; \
// RUN: }
// RUN: each fidelity exact transparent -- each level 0 1 2 3 s -- check
// CHECK-DAG: executions 5
// CHECK-DAG: spins 1009
// UNIT:      1 executions 5 0
// UNIT-NEXT: 2 spins 1,009 0
//--- spec.yaml
version: 1
events:
  - {event: executions, loop: executions, in: lock, counter: 1}
  - {event: spins, loop: iterations, in: lock, counter: 2}
defaults: {lowering: instruction}
//--- a.c
#include <stdatomic.h>
static atomic_int Locked;
static volatile int PollsLeft;
// The holder, as the waiter sees it.
__attribute__((noinline)) static int poll(void) {
  if (PollsLeft-- == 0)
    atomic_store(&Locked, 0);
  return atomic_load(&Locked);
}
__attribute__((noinline)) static void lock(void) {
  while (poll())
    ;
}
int main(void) {
  static const int Spins[] = {0, 1, 2, 3, 1003};
  for (int I = 0; I < 5; ++I) {
    PollsLeft = Spins[I];
    atomic_store(&Locked, 1);
    lock();
  }
  return 0;
}
