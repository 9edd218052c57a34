// Calls of functions that are declared const or pure count one by one, at any
// level: what counts is not free of side effects, whatever the source declares.
// The same applies to the functions that call them.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: check() { \
// RUN:   l=${i#*,}; \
// RUN:   o=-O${i%%,*}; \
// RUN:   udpc-clang $o -fudpc-spec=spec.yaml -fudpc-lowering=$l a.c b.c -o a && \
// RUN:   env UDPC_OPTIONS=enable=*:output=a.prof ./a && \
// RUN:   %counts a.prof | FileCheck %s; \
// RUN: }
// RUN: each i 0,inline 2,inline 2,call 2,instruction 3,instruction -- check
//
// In C++, inline functions as well.
// RUN: udpc-clang++ -O2 -fudpc-spec=cxx.yaml c.cpp -o c
// RUN: env UDPC_OPTIONS=output=c.prof ./c && %counts c.prof | FileCheck %s --check-prefix=CXX
//
// Whether functions of other units have counted lines is unknown here: a remark says
// so. Functions of the C library have none.
// RUN: udpc-clang -O2 -fudpc-spec=lines.yaml -Rpass-missed=udpc -c a.c -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSED
// MISSED-NOT: strlen
// MISSED:     a.c:{{[0-9]+}}:{{[0-9]+}}: remark: calls of far, which is declared const or pure and defined in another unit, may be merged or removed:
// MISSED-SAME: an entry of the spec for the function keeps them all
// MISSED-NOT: strlen
//
// Transparent sites count what the machine executes: nothing changes for them.
// RUN: udpc-clang -O2 -fudpc-spec=spec.yaml -fudpc-fidelity=transparent -S -emit-llvm a.c -o - \
// RUN:   | FileCheck %s --check-prefix=SAME
// SAME: memory(none)
//--- spec.yaml
version: 1
events:
  - {event: square, entry: square}
  - {event: get, return: get}
  - {event: far, entry: far}
  - {event: through, line: a.c:7}
//--- lines.yaml
version: 1
events:
  - {event: lines, line: "*:*"}
//--- cxx.yaml
version: 1
events:
  - {event: at, entry: "Box::at(*"}
  - {event: twice, entry: "twice<*"}
//--- a.c
#include <string.h>
static int Table[4] = {1, 2, 3, 4};
__attribute__((const, noinline)) static int square(int x) { return x * x; }
__attribute__((pure, noinline)) static int get(int i) { return Table[i & 3]; }
__attribute__((const)) int far(int);
__attribute__((const, noinline)) static int indirect(int x, int (*f)(int)) {
  return f(x);
}
// Does not count itself, but what it calls does.
__attribute__((const, noinline)) static int around(int x) { return square(x) + 1; }
int main(int argc, char **argv) {
  int s = 0;
  for (int i = 0; i < 10; ++i)
    s += square(argc) + get(argc) + far(argc);
  for (int i = 0; i < 10; ++i)
    around(argc);
  for (int i = 0; i < 10; ++i)
    s += indirect(argc, far);
  return s + (int)strlen(argv[0]) == 0;
}
//--- b.c
__attribute__((const)) int far(int x) { return x + 7; }
//--- c.cpp
struct Box {
  int v;
  [[gnu::pure]] int at(int i) const { return v + i; }
};
template <class T> [[gnu::const, gnu::noinline]] T twice(T x) { return x + x; }
int main(int argc, char **) {
  Box b = {argc};
  int s = 0;
  for (int i = 0; i < 10; ++i) {
    s += b.at(argc);
    twice(argc);
  }
  return s == 0;
}
// CHECK-DAG: square 20 0:20
// CHECK-DAG: get 10 0:10
// CHECK-DAG: far 20 0:20
// CHECK-DAG: through 10 0:10
// CXX-DAG: at 10 0:10
// CXX-DAG: twice 10 0:10
