// The kind of prefetch that the name of a hint has. What a load ahead needs is
// used again soon, so it is kept in all caches.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{flags} = -O2 -gmlt -fpass-plugin=%plugin -Rpass-missed=udpc
// DEFINE: %{type} =
// DEFINE: %{hinted} = printf 'sum:0:0\n 5: 0 __prefetch_%{type}_0:8\n' > h.afdo && \
// DEFINE:   clang %{flags} -mllvm -prefetch-hints-file=h.afdo %s -o hinted && ./hinted | cmp - plain.out && \
// DEFINE:   llvm-objdump -d --no-show-raw-insn hinted | grep -o 'prefetch[a-z0-9]*' | sort | uniq -c | tr -s ' \n' ' '
// RUN: clang -O2 %s -o plain && ./plain > plain.out
//
// REDEFINE: %{type} = indirect
// RUN: %{hinted} | FileCheck %s --check-prefix=T0
// T0: {{^}} 1 prefetcht0 {{$}}
// REDEFINE: %{type} = indirect_nta
// RUN: %{hinted} | FileCheck %s --check-prefix=NTA
// NTA: {{^}} 1 prefetchnta {{$}}
// REDEFINE: %{type} = inner_t1
// RUN: %{hinted} | FileCheck %s --check-prefix=T1
// T1: {{^}} 1 prefetcht1 {{$}}
// REDEFINE: %{type} = indirect_t2
// RUN: %{hinted} | FileCheck %s --check-prefix=T2
// T2: {{^}} 1 prefetcht2 {{$}}
// REDEFINE: %{type} = indirect_w
// RUN: %{hinted} | FileCheck %s --check-prefix=T0
// RUN: clang %{flags} -mprfchw -mllvm -prefetch-hints-file=h.afdo -S %s -o - | FileCheck %s --check-prefix=W
// W: prefetchw
// REDEFINE: %{type} = indirect2_nta
// RUN: %{hinted} | FileCheck %s --check-prefix=LEVELS
// LEVELS: {{^}} 1 prefetchnta 1 prefetcht0 {{$}}
// RUN: printf 'sum:0:0\n 4: 0 __prefetch_indirect_nta_0:8\n 5: 0 __prefetch_indirect_nta_0:8\n' > h.afdo
// RUN: clang %{flags} -mllvm -prefetch-hints-file=h.afdo -S %s -o - | FileCheck %s --check-prefix=LINES
// LINES-DAG: prefetchnta
// LINES-DAG: prefetcht0
//
// Other names are none.
// RUN: printf 'sum:0:0\n 5: 0 __prefetch_indirect_next_0:8\n' > bad.afdo
// RUN: clang %{flags} -mllvm -prefetch-hints-file=bad.afdo %s -o bad 2>&1 | FileCheck %s --check-prefix=BAD
// BAD: '__prefetch_indirect_next_0' at sum:5 is no hint; left out
#include <stdint.h>
#include <stdio.h>

enum { N = 1000 };

static uint32_t First[N], Second[N], Values[N];

__attribute__((noinline)) static uint64_t sum(size_t Count) {
  uint64_t Sum = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (size_t I = 0; I < Count; ++I) {
    uint32_t At = Second[First[I]];
    Sum += Values[At];
  }
  return Sum;
}

int main(void) {
  for (uint32_t I = 0; I < N; ++I) {
    First[I] = I * 7 % N;
    Second[I] = I * 13 % N;
    Values[I] = I * I;
  }
  printf("%lu\n", sum(N));
}
