// A line of a header counts in all units, also where `if constexpr` or macros
// leave out code before it in one of them: the region around the line begins
// elsewhere there, and so is another one.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang++ -O1 -fprofile-instr-generate=a.raw -fcoverage-mapping a.cpp b.cpp -o covered && ./covered
// RUN: llvm-profdata merge a.raw -o a.prof
// RUN: llvm-cov export -format=lcov -instr-profile a.prof covered template.h | grep ^DA > llvm.txt
// RUN: check() { \
// RUN:   udpc-clang++ $flags -fudpc-spec=spec.yaml a.cpp b.cpp -o counted && \
// RUN:   env UDPC_OPTIONS=output=p ./counted && \
// RUN:   udpc export --format=lcov p > p.info && \
// RUN:   FileCheck %s < p.info && \
// RUN:   sed -n '/template.h/,/end_of/p' p.info | grep ^DA | diff llvm.txt -; \
// RUN: }
// RUN: each flags -O0 -O2 -- check
//
// CHECK: SF:{{.*}}macro.h
// CHECK: DA:6,1300
// CHECK: SF:{{.*}}template.h
// CHECK: DA:1,1300
// CHECK: DA:3,300
// CHECK: DA:5,1300
// CHECK: DA:6,650
//--- spec.yaml
version: 1
events:
  - {event: l, line: "*:*"}
//--- template.h
template <class T> int f(T x) {
  if constexpr (sizeof(T) > 4)
    if (x > 100)
      return -1;
  if (x & 1)
    x++;
  return x;
}
//--- macro.h
static int g(int x) {
#ifdef CHECK
  if (x > 100)
    return -1;
#endif
  if (x & 1)
    x += 3;
  return x;
}
//--- a.cpp
#include "macro.h"
#include "template.h"
int a() {
  int r = 0;
  for (int i = 0; i < 1000; i++)
    r += f(i & 7) + g(i & 7);
  return r;
}
//--- b.cpp
#define CHECK
#include "macro.h"
#include "template.h"
int a();
int main() {
  int r = a();
  for (long i = 0; i < 300; i++)
    r += f(i & 7) + g(i & 7);
  return r == 1;
}
