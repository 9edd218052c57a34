// Units with costs leave a cache profile and a file in Cachegrind's format:
// threads are added up, what several units have of one function is one, and
// readers of that format take it without a warning. What a derived value would
// be below 0 is 0 in each thread by itself.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: clang++ -std=c++17 -I%udpc_src/include -I%S/Inputs a.cpp -L%udpc_lib -ludpc_rt -pthread -o a
// RUN: env UDPC_OPTIONS=cachegrind_output=a.cg:cache_output=a.cache ./a $'b\nc' > out 2>&1
// RUN: FileCheck %s --check-prefix=SUMMARY --match-full-lines --strict-whitespace < out
// RUN: FileCheck %s --match-full-lines < a.cg
// RUN: %python %S/Inputs/costs.py a.cache | FileCheck %s --check-prefix=CACHE --match-full-lines
// RUN: ls | FileCheck %s --check-prefix=FILES
//
//      CHECK:desc: Caches:           not simulated
// CHECK-NEXT:cmd: ./a b c
// CHECK-NEXT:events: Ir Dr Dw
// CHECK-NEXT:fl=/x/a.c
// CHECK-NEXT:fn=main
// CHECK-NEXT:3 80 8 0
// CHECK-NEXT:9 15 5 10
// CHECK-NEXT:fl=/x/a.h
// CHECK-NEXT:fn=f(int)
// CHECK-NEXT:1 5011 22 33
// CHECK-NEXT:4 720885 0 0
// CHECK-NEXT:fl=???
// CHECK-NEXT:fn=g
// CHECK-NEXT:0 11 0 0
// CHECK-NEXT:summary: 726002 35 43
//  CHECK-NOT:{{.}}
//
//     SUMMARY:==[[#PID:]]== I   refs:      726,002
//SUMMARY-NEXT:==[[#PID]]== D   refs:           78  (35 rd   + 43 wr)
// SUMMARY-NOT:{{.}}
//
//      CACHE:command ./a b
// CACHE-NEXT:c, 1 run
// CACHE-NEXT:unit 0: 2 slots, flags 0
// CACHE-NEXT:unit 1: 1 slots, flags 0
// CACHE-NEXT:thread 0: 0.0=7 0.1=2 1.0=1
// CACHE-NEXT:thread 1: 0.0=1 0.1=3 1.0=10
//  CACHE-NOT:{{.}}
//
// No profile of events, as there are none; nothing temporary is left.
// FILES-NOT: prof
// FILES-NOT: tmp
//
// RUN: cg_annotate a.cg > annotated 2> err && FileCheck %s --check-prefix=ANNOTATED < annotated
// RUN: cg_diff a.cg a.cg > diff 2>> err && tail -1 diff | FileCheck %s --check-prefix=DIFF
// RUN: cg_merge a.cg a.cg > merged 2>> err && tail -1 merged | FileCheck %s --check-prefix=MERGED
// RUN: FileCheck %s --check-prefix=STDERR < err
//      STDERR: cg_merge: parsing a.cg
// STDERR-NEXT: cg_merge: parsing a.cg
// STDERR-NEXT: cg_merge: merging a.cg
// STDERR-NEXT: cg_merge: writing (stdout)
//  STDERR-NOT: {{.}}
// ANNOTATED-NOT: {{[Ww]arn|WARN}}
// ANNOTATED: Events recorded: {{ *}}Ir Dr Dw
// ANNOTATED: 726,002 (100.0%) 35 (100.0%) 43 (100.0%) {{ *}}PROGRAM TOTALS
// ANNOTATED: 725,896 (99.99%) 22 (62.86%) 33 (76.74%) {{ *}}/x/a.h:f(int)
// ANNOTATED-NOT: {{[Ww]arn|WARN}}
// DIFF: summary: 0 0 0
// MERGED: summary: 1452004 70 86
//
// Each can be left out.
// RUN: rm a.cg a.cache
// RUN: env UDPC_OPTIONS=cachegrind_output=:cache_output=:summary=0 ./a 2>&1 | count 0
// RUN: not ls a.cg
// RUN: not ls a.cache
// RUN: env UDPC_OPTIONS=cachegrind_output=:cache_output=a.cache:verbosity=1 ./a 2>&1 | FileCheck %s --check-prefix=LOUD
//      LOUD: udpc: wrote {{.*}}a.cache (exit)
// LOUD-NEXT: I   refs:      726,002
// RUN: env UDPC_OPTIONS=cachegrind_output=/proc/nowhere/x:cache_output=/proc/nowhere/y ./a 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR
//      ERROR: udpc: warning: cannot write the profile /proc/nowhere/y: No such file or directory
// ERROR-NEXT: udpc: warning: cannot write the profile /proc/nowhere/x: No such file or directory
// ERROR-NEXT: I   refs:
//
//--- a.cpp
#include "costs.h"
#include <thread>
static thread_local uint64_t SlotsA[2], SlotsB[1];
static void count(int Main, int Inner, int B) {
  SlotsA[0] += Main;
  SlotsA[1] += Inner;
  SlotsB[0] += B;
}
int main() {
  using udpc::abi::ZeroValue;
  // Tables outlive destructors, as those of the plugin do.
  CostUnit &A = *new CostUnit, &B = *new CostUnit;
  A.NumSlots = 2;
  A.Derived = {{0, 1, 1}};
  uint32_t C = A.string("/x/a.c"), H = A.string("/x/a.h");
  uint32_t Main = A.function("main"), F = A.function("f(int)");
  A.block(0, A.line(Main, C, 3), 10, 1, 0);
  A.block(2, A.line(Main, C, 9), 3, 1, 2);
  A.block(1, A.line(F, H, 1), 1000);
  A.block(ZeroValue, A.line(F, H, 2), 5);
  A.finish([] { return SlotsA; });
  A.enroll();
  B.NumSlots = 1;
  H = B.string("/x/a.h");
  F = B.function("f(int)");
  B.block(0, B.line(F, H, 1), 1, 2, 3);
  B.block(0, B.line(F, H, 4), 65535);
  B.block(0, B.line(B.function("g"), B.string("???"), 0), 1);
  B.finish([] { return SlotsB; });
  B.enroll();
  count(7, 2, 1);
  std::thread([] { count(1, 3, 10); }).join();
  return 0;
}
