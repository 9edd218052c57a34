// Loops belong to the function that the source has them in, wherever that has been
// inlined: copies are one site and add up.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: udpc-clang -O2 -fudpc-fidelity=transparent -fudpc-spec=spec.yaml a.c b.c -o a
// RUN: udpc sites a | FileCheck %s --check-prefix=SITES
// RUN: env UDPC_OPTIONS=enable=*:output=a.prof ./a && %counts a.prof | FileCheck %s
// REQUIRES: x86_64
//
// SITES-DAG: inc spins spin iteration {{.*}}a.c:4:3 wait_for first
// SITES-DAG: inc spins spin iteration {{.*}}a.c:4:3 wait_for second
// SITES-DAG: inc rounds loop iteration {{.*}}a.c:14:3 second{{$}}
//
// CHECK:      rounds 3
// CHECK-NEXT: spins 6
// CHECK-NEXT: none 0
//--- spec.yaml
version: 1
events:
  - {event: rounds, loop: iterations, in: second}
  - {event: spins, spin: iterations, in: wait_for}
  - {event: none, spin: iterations, in: first}
//--- a.c
#include <stdatomic.h>
void my_pause(void);
static inline __attribute__((always_inline)) void wait_for(atomic_int *Flag) {
  do
    my_pause();
  while (atomic_load(Flag));
}
extern atomic_int Flag;
extern int Rounds;
__attribute__((noinline)) void first(void) {
  wait_for(&Flag);
}
__attribute__((noinline)) void second(void) {
  for (int I = 0; I != Rounds; ++I) {
    atomic_store(&Flag, 2);
    wait_for(&Flag);
  }
}
int main(void) {
  atomic_store(&Flag, 3);
  first();
  second();
  return 0;
}
//--- b.c
#include <stdatomic.h>
atomic_int Flag;
int Rounds = 4;
void my_pause(void) { atomic_fetch_sub(&Flag, 1); }
