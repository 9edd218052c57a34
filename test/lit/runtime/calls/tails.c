// Tail calls: chains of them, from several places, through pointers, in cycles,
// and of code without a profile.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: udpc-clang -O2 -g -fno-pie -no-pie -fudpc-profile=counts,calls %s -o a -pthread
// RUN: env UDPC_OPTIONS=cache_output=a.cache:cachegrind_output=:summary=0 ./a
// RUN: udpc export --format=callgrind a.cache -o a.out
// RUN: %python %S/Inputs/graph.py a.out main start even odd > graph && FileCheck %s --match-full-lines < graph
//
//      CHECK: even -> leaf: 11
// CHECK-NEXT: even -> odd: 110
// CHECK:      first -> leaf: 22
// CHECK-NEXT: first -> middle: 22
// CHECK-NEXT: last -> leaf: 110
// CHECK:      middle -> last: 66
// CHECK-NEXT: middle -> leaf: 66
// CHECK-NEXT: odd -> even: 110
// CHECK-NEXT: other -> last: 11
// CHECK-NEXT: other -> middle: 11
// CHECK-NEXT: same -> last: 11
// CHECK-NEXT: same -> leaf: 6
// CHECK:      through -> last: 22
// CHECK-NEXT: through -> middle: 11
// CHECK:      work -> even: 11
// CHECK-NEXT: work -> fill: 11
// CHECK-NEXT: work -> first: 22
// CHECK-NEXT: work -> middle: 22
// CHECK-NEXT: work -> other: 22
// CHECK-NEXT: work -> same: 11
// CHECK-NEXT: work -> through: 33
// All sums are right.
// CHECK-NOT: {{.*}} inclusive, {{.*}}
//
// So are calls with contexts, and those of libraries' code. Loops that are
// aligned have counters on the edges that lead to them.
// RUN: env UDPC_OPTIONS=cache_output=c.cache:cachegrind_output=:summary=0:max_contexts=1000 ./a
// RUN: udpc export --format=callgrind c.cache -o c.out
// RUN: %python %S/Inputs/graph.py c.out main start even odd | diff graph -
// RUN: udpc export --format=folded c.cache | FileCheck %s --check-prefix=FOLDED
// FOLDED-DAG: main;work;first;middle;last;leaf {{[0-9]+}}
// FOLDED-DAG: start;work;through;middle;last {{[0-9]+}}
// RUN: udpc-clang -O2 -g -fPIC -falign-loops=64 -fudpc-profile=counts,calls %s -o b -pthread
// RUN: env UDPC_OPTIONS=cache_output=b.cache:cachegrind_output=:summary=0 ./b
// RUN: udpc export --format=callgrind b.cache -o b.out
// RUN: %python %S/Inputs/graph.py b.out main start even odd | diff graph -
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#define NI __attribute__((noinline))
NI long leaf(long n) {
  volatile long s = 0;
  for (long i = 0; i < n; i++) {
    if (i & 1)
      s += i;
    for (long k = 0; k < (i & 3); k++)
      s += k;
  }
  return s;
}
NI long last(long n) { return leaf(n) + 1; }
NI long middle(long n) {
  leaf(1);
  return last(n);
}
NI long first(long n) {
  leaf(2);
  return middle(n + 1);
}
NI long other(long n) { return n & 1 ? last(n) : middle(n + 3); }
NI long same(long n) {
  if (n & 1)
    return last(n);
  leaf(5);
  return last(n + 7);
}
typedef long (*Function)(long);
NI long through(Function f, long n) { return f(n); }
NI long odd(long n);
NI long even(long n) { return n ? odd(n - 1) : leaf(4) + 1; }
NI long odd(long n) { return n ? even(n - 1) : 0; }
static char Bytes[64];
static volatile size_t Size = 40;
NI void *fill(int c) { return memset(Bytes, c, Size); }
NI long work(long n) {
  long sum = 0;
  for (long i = 0; i < n; i++) {
    sum += first(i);
    sum += middle(i);
    fill(1);
    // At the place of the stack where the last one was.
    sum += first(i + 1);
    sum += other(2 * i);
    sum += other(2 * i + 1);
    sum += same(i);
    sum += through(last, i);
    sum += through(middle, i);
    sum += through(last, i + 1);
    sum += even(20);
    sum += middle(i + 2);
  }
  return sum;
}
static void *volatile Table[53][2];
NI void table(long n) {
  void *p = (void *)leaf(n);
  leaf(1);
  for (int i = 0; i < 53; i++)
    for (int j = 0; j < 2; j++)
      Table[i][j] = p;
}
static void *start(void *p) {
  work(1);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, start, 0);
  pthread_join(t, 0);
  table(3);
  return work(10) == 0;
}
