// Link-time optimisation: prefetches are inserted once, at the link, whether
// hints or the option ask for them. The linker needs the plugin and nothing else.
//
// RUN: rm -rf %t && split-file %s %t && cd %t
// DEFINE: %{compile} = clang -O2 -gmlt -fpass-plugin=%plugin -c one.c two.c
// DEFINE: %{link} = clang -fuse-ld=lld -Wl,--load-pass-plugin=%plugin one.o two.o
// RUN: clang -O2 one.c two.c -o plain && ./plain > expected
//
// RUN: check_blind() { \
// RUN:   %{compile} -flto=$kind -mllvm -udpc-prefetch-indirect=9 && \
// RUN:   %{link} -flto=$kind -o blind.$kind && \
// RUN:   ./blind.$kind | cmp - expected && \
// RUN:   llvm-objdump -d blind.$kind | grep prefetcht0 > blind.$kind.found; \
// RUN: }
// RUN: each kind full thin -- check_blind
// RUN: check_hinted() { \
// RUN:   %{compile} -flto=$kind -mllvm -prefetch-hints-file=hints.afdo && \
// RUN:   %{link} -flto=$kind -o hinted.$kind && \
// RUN:   ./hinted.$kind | cmp - expected && \
// RUN:   llvm-objdump -d hinted.$kind | grep -c prefetcht0; \
// RUN: }
// RUN: each kind full thin -- check_hinted > counts
// One loop, which is not unrolled, and one hint.
// RUN: FileCheck %s < counts
// CHECK: {{^1$}}
// CHECK: {{^1$}}
// RUN: clang -flto=thin -fuse-ld=lld one.o two.o -o without
// RUN: llvm-objdump -d without | FileCheck %s --check-prefix=WITHOUT
// WITHOUT-NOT: prefetch
//
// Bitcode that has its prefetches, and is compiled again.
// RUN: clang -O2 -gmlt -fpass-plugin=%plugin -mllvm -prefetch-hints-file=hints.afdo -emit-llvm -c two.c -o two.bc
// RUN: clang -O2 -fpass-plugin=%plugin -S two.bc -o - | grep prefetcht0 | count 1

//--- hints.afdo
sumAll:0:0
 4: 0 __prefetch_indirect_0:24
//--- one.c
#include <stdio.h>
unsigned long sumAll(const unsigned *B, int N);
unsigned Values[1 << 16], Indexes[5000];
int main(void) {
  for (int I = 0; I < 1 << 16; ++I)
    Values[I] = I * 2654435761u;
  for (int I = 0; I < 5000; ++I)
    Indexes[I] = I * 40503u % (1 << 16);
  printf("%lu\n", sumAll(Indexes, 5000));
}
//--- two.c
extern unsigned Values[];
__attribute__((noinline)) unsigned long sumAll(const unsigned *B, int N) {
  unsigned long Sum = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (int I = 0; I < N; ++I)
    Sum += Values[B[I]];
  return Sum;
}
