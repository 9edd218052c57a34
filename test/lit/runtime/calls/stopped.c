// Calls that are made while costs are stopped are not recorded, and are no part
// of what others cost: in recursion, tail calls and threads, and where a function
// stops them itself. (Callgrind counts some of them.)
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: check_graph() { \
// RUN:   env UDPC_OPTIONS=cache_output=a.cache:cachegrind_output=:summary=0:max_contexts=$n ./a && \
// RUN:   udpc export --format=callgrind a.cache -o a.out && \
// RUN:   %python %S/Inputs/graph.py a.out main run even odd > graph && \
// RUN:   FileCheck %s --match-full-lines < graph; \
// RUN: }
// RUN: check() { udpc-clang -O2 -g $f -fudpc-profile=counts,calls %s -o a -pthread && each n 0 1000 -- check_graph; }
// RUN: each f "" -fPIC -- check
// RUN: udpc-clang -O2 -g -fudpc-profile=cache,calls %s -o a -pthread
// RUN: env UDPC_OPTIONS=cache_output=a.cache:cachegrind_output=:summary=0 ./a
// RUN: udpc export --format=callgrind a.cache -o a.out
// RUN: %python %S/Inputs/graph.py a.out main run even odd | FileCheck %s --match-full-lines
//      CHECK: even -> leaf: 11
// CHECK-NEXT: even -> odd: 8
// CHECK-NEXT: main -> even: 3
// CHECK-NEXT: main -> leaf: 1
// CHECK-NEXT: main -> part: 1
// CHECK-NEXT: main -> pthread_create: 1
// CHECK-NEXT: main -> pthread_join: 1
// CHECK-NEXT: main -> through: 4
// CHECK-NEXT: odd -> even: 7
// CHECK-NEXT: odd -> leaf: 16
// CHECK-NEXT: part -> leaf: 1
// CHECK-NEXT: run -> even: 1
// CHECK-NEXT: run -> leaf: 1
// CHECK-NEXT: through -> leaf: 4
// All sums are right.
// CHECK-NOT: {{.+}}
#include <pthread.h>
#include <valgrind/callgrind.h>
#define NI __attribute__((noinline))
static volatile long Sum;
NI void leaf(long N) {
  do
    Sum += N;
  while (--N > 0);
}
NI void even(long N);
NI void odd(long N) {
  leaf(1);
  if (N)
    even(N - 1);
  leaf(2);
}
NI void even(long N) {
  if (N)
    odd(N - 1);
  leaf(3);
}
NI void through(long N) {
  Sum++;
  leaf(N + 1);
}
// Ends with costs stopped.
NI void part(long N) {
  leaf(N);
  CALLGRIND_TOGGLE_COLLECT;
  leaf(N + 5);
}
static void *run(void *Unused) {
  leaf(7);
  even(3);
  return Unused;
}
int main(void) {
  pthread_t T;
  through(1);
  for (int I = 0; I != 3; ++I) {
    CALLGRIND_TOGGLE_COLLECT;
    through(50);
    even(5);
    pthread_create(&T, 0, run, 0);
    pthread_join(T, 0);
    CALLGRIND_TOGGLE_COLLECT;
    through(2);
    even(4);
  }
  pthread_create(&T, 0, run, 0);
  pthread_join(T, 0);
  part(3);
  through(9);
  CALLGRIND_TOGGLE_COLLECT;
  leaf(1);
}
