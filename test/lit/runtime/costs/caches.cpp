// With simulated caches all nine events are written, the caches are described,
// and misses go to the line of the operation: stores write, what loads or does
// both reads. Other units may only count.
//
// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang++ -std=c++17 -O1 -I%udpc_src/include -I%S/Inputs -I%S/../cache/Inputs %s -L%udpc_lib -ludpc_rt -o a
// RUN: env UDPC_OPTIONS=cachegrind_output=a.cg:cache_output=a.cache:I1=32768,8,64:D1=32768,8,64:LL=1048576,1,64 ./a \
// RUN:   2> err
// RUN: FileCheck %s --match-full-lines --strict-whitespace < a.cg
// RUN: FileCheck %s --check-prefix=SUMMARY < err
//
//      CHECK:desc: I1 cache:         32768 B, 64 B, 8-way associative
// CHECK-NEXT:desc: D1 cache:         32768 B, 64 B, 8-way associative
// CHECK-NEXT:desc: LL cache:         1048576 B, 64 B, direct-mapped
// CHECK-NEXT:cmd: ./a
// CHECK-NEXT:events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
// CHECK-NEXT:fl=???
// CHECK-NEXT:fn=load
// CHECK-NEXT:1 0 0 0 0 10 10 0 0 0
// CHECK-NEXT:fl=???
// CHECK-NEXT:fn=modify
// CHECK-NEXT:1 0 0 0 0 20 20 0 0 0
// CHECK-NEXT:fl=???
// CHECK-NEXT:fn=store
// CHECK-NEXT:1 0 0 0 0 0 0 0 30 30
// CHECK-NEXT:fl=a.c
// CHECK-NEXT:fn=main
// CHECK-NEXT:7 10000 0 0 1000 0 0 500 0 0
// CHECK-NEXT:summary: 10000 0 0 1000 30 30 500 30 30
//  CHECK-NOT:{{.}}
//
//      SUMMARY: I   refs:      10,000
// SUMMARY-NEXT: I1  misses:         0
// SUMMARY-NEXT: LLi misses:         0
// SUMMARY-NEXT: I1  miss rate:   0.00%
// SUMMARY-NEXT: LLi miss rate:   0.00%
// SUMMARY-NEXT: ==
// SUMMARY-NEXT: D   refs:       1,500  (1,000 rd   + 500 wr)
// SUMMARY-NEXT: D1  misses:        60  (   30 rd   +  30 wr)
// SUMMARY-NEXT: LLd misses:        60  (   30 rd   +  30 wr)
// SUMMARY-NEXT: D1  miss rate:    4.0% (  3.0%     + 6.0%  )
// SUMMARY-NEXT: LLd miss rate:    4.0% (  3.0%     + 6.0%  )
// SUMMARY-NEXT: ==
// SUMMARY-NEXT: LL refs:           60  (   30 rd   +  30 wr)
// SUMMARY-NEXT: LL misses:         60  (   30 rd   +  30 wr)
// SUMMARY-NEXT: LL miss rate:     0.5% (  0.3%     + 6.0%  )
//
// Tools take it, without a warning.
// RUN: cg_annotate a.cg > annotated 2> warnings
// RUN: FileCheck %s --check-prefix=ANNOTATED --implicit-check-not=WARN < annotated
// RUN: cg_diff a.cg a.cg > diff 2>> warnings && tail -1 diff | FileCheck %s --check-prefix=DIFF
// RUN: count 0 < warnings
// RUN: cg_merge a.cg a.cg -o merged > progress 2>&1 && tail -1 merged | FileCheck %s --check-prefix=MERGED
// RUN: not grep -i warn progress
// ANNOTATED: LL cache: {{ *}}1048576 B, 64 B, direct-mapped
// ANNOTATED: Events recorded: {{ *}}Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw
// ANNOTATED: PROGRAM TOTALS
// DIFF: summary: 0 0 0 0 0 0 0 0 0
// MERGED: summary: 20000 0 0 2000 60 60 1000 60 60
#include "tell.h"
static thread_local uint64_t Slots[1];
alignas(64) static char Data[60][64];
int main() {
  startTelling({{"load", 0}, {"store", 1}, {"modify", 2}});
  CostUnit &U = *new CostUnit;
  U.NumSlots = 1;
  U.block(0, U.line(U.function("main"), U.string("a.c"), 7), 20, 2, 1);
  U.finish([] { return Slots; });
  U.enroll();
  Slots[0] += 500;
  for (int I = 0; I != 60; ++I)
    tell(I < 10 ? 0 : I < 40 ? 1 : 2, Data[I], 8);
}
