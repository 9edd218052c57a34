// Events that -fPIC code counts inline are not part of its cost profile: not
// the increments, nor what finds the thread's slots, nor the register that is
// saved to keep their address.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: count_costs() { \
// RUN:   env UDPC_OPTIONS=summary=0:output=$name.prof:cache_output=:cachegrind_output=$name.cachegrind ./$name \
// RUN:     > $name.out && \
// RUN:   %python compare.py $name.cachegrind > $name.refs; \
// RUN: }
// RUN: check() { \
// RUN:   udpc-clang $flags -fPIC -shared lib.c -o plain.so && \
// RUN:   udpc-clang $flags -fPIC -shared -fudpc-spec=spec.yaml lib.c -o events.so && \
// RUN:   udpc-clang $flags main.c ./plain.so -o plain && \
// RUN:   udpc-clang $flags main.c ./events.so -o events && \
// RUN:   each name plain events -- count_costs && \
// RUN:   diff plain.refs events.refs; \
// RUN: }
// RUN: each flags "-O1 -fudpc-profile=counts" "-O2 -fudpc-profile=counts" "-O3 -fudpc-profile=counts" \
// RUN:   "-O2 -fudpc-profile=cache" -- check
// RUN: FileCheck %s --input-file=events.refs
// RUN: udpc report events.prof | FileCheck %s --check-prefix=EVENTS
//
// CHECK-DAG: each
// CHECK-DAG: walk
// CHECK-DAG: store
// EVENTS: entered 336 
//
// The counters are not placed between a test of ours and its branch.
// RUN: udpc-clang -O2 -fPIC -S -fudpc-profile=counts -fudpc-spec=spec.yaml lib.c -o - | FileCheck %s --check-prefix=ASM
// ASM-LABEL: store:
// ASM:       movq __udpc_unit+{{[0-9]+}}(%rip), %[[A:r[a-z0-9]+]]
// ASM-NEXT:  testq %[[A]], %[[A]]
// ASM-NEXT:  je
// ASM:       .size store
//
//--- spec.yaml
version: 1
events:
  - {event: entered, entry: "*"}
  - {event: left, return: "each"}
//--- lib.c
// Called by others only: each has an own count.
#define APART __attribute__((noinline))

APART void store(int *P, int N) { *P = N; }

APART void walk(int *P, int N) {
  for (int I = 0; I < N; ++I)
    if (P[I] & 1)
      store(P + I, I);
}

APART void each(int *P, int N, void (*Do)(int *)) {
  for (int I = 0; I < N; ++I)
    Do(P + I);
}
//--- main.c
#include <stdio.h>

void walk(int *, int);
void each(int *, int, void (*)(int *));

static void triple(int *P) { *P *= 3; }

void work(int *P, int N) {
  each(P, N, triple);
  walk(P, N);
}

int main(void) {
  int Numbers[400];
  for (int I = 0; I < 400; ++I)
    Numbers[I] = I * 7 / 3;
  for (int I = 0; I < 2; ++I)
    work(Numbers, 400);
  printf("%d\n", Numbers[399]);
  return 0;
}
//--- compare.py
"""Prints each function's sums of Ir, and of Dr and Dw if they are there."""
import collections
import sys

sums = collections.defaultdict(collections.Counter)
for line in open(sys.argv[1]):
    key, _, value = line.partition("=" if line.startswith("fn=") else ":")
    if line.startswith("events:"):
        names = value.split()
    elif line.startswith("fn="):
        name = value.strip()
    elif line[0].isdigit():
        for event, number in zip(names, line.split()[1:]):
            sums[name][event] += int(number)
for name in sorted(sums):
    print(name, *(sums[name][event] for event in ("Ir", "Dr", "Dw")))
