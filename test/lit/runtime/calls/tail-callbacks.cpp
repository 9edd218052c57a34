// If code without a profile calls a function that ends by a tail call of such code,
// the next call from the same place is not the function's. Calls that the callee of
// the tail call makes are.
//
// RUN: rm -rf %t && split-file %s %t && cd %t && clang -O2 -c other.c -o other.o
// RUN: udpc-clang++ -O2 -g -fno-pie -no-pie -fudpc-profile=counts,calls a.cpp other.o -o a -pthread
// RUN: env UDPC_OPTIONS=cache_output=a.cache:cachegrind_output=:summary=0 ./a
// RUN: udpc export --format=callgrind a.cache -o a.out
// RUN: %python %S/Inputs/graph.py a.out main start rec thrower throws jumper jumps caught \
// RUN:   landed _GLOBAL__sub_I_a.cpp > graph
// RUN: FileCheck %s --match-full-lines < graph
//
//      CHECK: D::g(int) -> C::g(int): 5
// CHECK-NEXT: D::g(int) -> D::g(int): 5
// CHECK-NEXT: back -> calls: 5
// CHECK-NEXT: back -> inner: 15
// CHECK:      caught -> named: 2
// CHECK-NEXT: caught -> plain: 5
// CHECK-NEXT: caught -> throws: 2
// CHECK-NEXT: either -> plain: 4
// CHECK-NEXT: first -> second: 5
// CHECK:      jumps -> jumper: 2
// CHECK:      landed -> jumps: 2
// CHECK-NEXT: landed -> named: 2
// CHECK-NEXT: landed -> plain: 5
// CHECK:      levels -> first: 5
// CHECK-NEXT: levels -> plain: 5
// CHECK-NEXT: levels -> second: 5
// CHECK:      method -> D::g(int): 5
// CHECK:      methods -> method: 5
// CHECK-NEXT: methods -> plain: 5
// CHECK-NEXT: named -> leaf: 10
// CHECK:      one -> either: 12
// CHECK-NEXT: one -> jumped: 6
// CHECK-NEXT: one -> named: 6
// CHECK-NEXT: one -> pointed: 24
// CHECK:      pending -> plain: 2
// CHECK-NEXT: pending -> pointed: 1
// CHECK-NEXT: rec -> rec: 10
// CHECK-NEXT: recursion -> back: 5
// CHECK:      recursion -> rec: 5
// CHECK-NEXT: sort -> compare: {{[0-9]+}}
// CHECK-NEXT: sort -> qsort: 1
// CHECK:      throws -> thrower: 2
//
// All sums are right.
// CHECK-NOT: {{.*}} inclusive, {{.*}}
//
// So are those of libraries' code, with contexts and with caches.
// RUN: udpc-clang++ -O2 -g -fPIC -fudpc-profile=counts,calls a.cpp other.o -o b -pthread
// RUN: env UDPC_OPTIONS=cache_output=b.cache:cachegrind_output=:summary=0:max_contexts=1000 ./b
// RUN: udpc export --format=callgrind b.cache -o b.out
// RUN: %python %S/Inputs/graph.py b.out main start rec thrower throws jumper jumps caught landed _GLOBAL__sub_I_a.cpp \
// RUN:   | diff graph -
// RUN: udpc-clang++ -O2 -g -fPIC -fudpc-profile=cache,calls a.cpp other.o -o c -pthread
// RUN: env UDPC_OPTIONS=cache_output=c.cache:cachegrind_output=:summary=0 ./c
// RUN: udpc export --format=callgrind c.cache -o c.out
// RUN: %python %S/Inputs/graph.py c.out main start rec thrower throws jumper jumps caught landed _GLOBAL__sub_I_a.cpp \
// RUN:   | diff graph -

//--- other.c
typedef int (*F)(int);
int leaf(int x) { return x + 1; }
int calls(F f, int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += f(i);
  return s;
}
// Calls all functions from one place.
int drive(F *f, int n, int m) {
  int s = 0;
  for (int i = 0; i < n; i++)
    s += f[i % m](i);
  return s;
}
int deeper(F f, int n) {
  volatile char b[200];
  b[0] = (char)n;
  int s = f(n) + b[0];
  if (n)
    s += deeper(f, n - 1);
  return s + f(n);
}
//--- a.cpp
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#define NI __attribute__((noinline))
typedef int (*F)(int);
extern "C" {
int leaf(int);
int calls(F, int);
int drive(F *, int, int);
int deeper(F, int);
static F volatile pleaf = leaf;
volatile int Sink;
NI int plain(int x) {
  Sink = x;
  return x;
}
static F volatile pplain = plain;
// Named, through a pointer, and by a conditional jump.
NI int named(int x) {
  Sink = 1;
  return leaf(x);
}
NI int pointed(int x) {
  Sink = 2;
  return pleaf(x);
}
NI int jumped(int x) {
  if (x & 1)
    return leaf(x);
  Sink = 3;
  return x;
}
NI int either(int x) {
  Sink = 4;
  F f = x % 3 ? pleaf : pplain;
  return f(x);
}
NI int second(int x) {
  Sink = 5;
  return pleaf(x);
}
NI int first(int x) {
  Sink = 6;
  [[clang::musttail]] return second(x);
}
extern F volatile prec;
NI int rec(int x) {
  Sink = 7;
  return x > 0 ? prec(x - 1) : 0;
}
F volatile prec = rec;
NI int inner(int x) {
  Sink = x;
  return 1;
}
NI int back(int x) {
  Sink = x;
  return calls(inner, 3);
}
NI int thrower(int x) {
  if (x == 3)
    throw 5;
  return pleaf(x);
}
static F volatile pthrower = thrower;
NI int throws(int x) {
  Sink = x;
  return pthrower(x);
}
static jmp_buf Place;
NI int jumper(int x) {
  if (x == 3)
    longjmp(Place, 1);
  return pleaf(x);
}
static F volatile pjumper = jumper;
NI int jumps(int x) {
  Sink = x;
  return pjumper(x);
}
static int run(F f, F g, int n, int m) {
  F both[] = {f, g};
  int s = drive(both, n, m);
  Sink = s;
  return s;
}
NI int one() {
  int s = run(named, jumped, 12, 2) + run(either, pointed, 24, 2);
  s += deeper(pointed, 5);
  Sink = s;
  return s;
}
NI int levels() {
  int s = run(first, second, 10, 2) + run(plain, plain, 5, 1);
  Sink = s;
  return s;
}
NI int recursion() {
  int s = run(rec, rec, 5, 1) + run(back, back, 5, 1);
  Sink = s;
  return s;
}
NI int caught() {
  int s = 0;
  try {
    s += run(named, throws, 10, 2);
  } catch (int) {
    Sink = 3;
  }
  s += run(plain, plain, 5, 1);
  Sink = s;
  return s;
}
NI int landed() {
  int s = 0;
  if (!setjmp(Place))
    s += run(named, jumps, 10, 2);
  s += run(plain, plain, 5, 1);
  Sink = s;
  return s;
}
// What it has executed between the calls is added after both.
NI int pending(int n) {
  int s = pointed(n);
  return s + calls(plain, 2);
}
NI int compare(const void *a, const void *b) {
  auto *s = *static_cast<char *const *>(a), *t = *static_cast<char *const *>(b);
  if (*s != *t)
    return *s - *t;
  return strcmp(s, t);
}
NI void sort() {
  const char *p[] = {"bb", "ba", "a", "bc", "b", "ab", "c", "aa"};
  qsort(p, 8, sizeof *p, compare);
  Sink = *p[7];
}
}
struct B {
  virtual int g(int) = 0;
};
struct C : B {
  NI int g(int x) override {
    Sink = 1;
    return x;
  }
};
struct D : B {
  B *Next;
  NI int g(int x) override {
    Sink = 2;
    return Next->g(x);
  }
};
static C c;
static D d, e;
static B *volatile pb = &d;
extern "C" {
NI int method(int x) {
  Sink = 3;
  return pb->g(x);
}
NI int methods() { return run(method, plain, 10, 2) + 1; }
NI void *start(void *) {
  long s = one() + levels() + recursion() + caught();
  return reinterpret_cast<void *>(s);
}
}
int main() {
  d.Next = &e;
  e.Next = &c;
  pthread_t t;
  pthread_create(&t, nullptr, start, nullptr);
  pthread_join(t, nullptr);
  sort();
  return landed() + methods() + pending(2) == 0;
}
