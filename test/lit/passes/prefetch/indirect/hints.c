// By hints: all accesses of the hinted line, also inlined ones, and the reasons
// where there is none. Keys of other operations stay the same.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{flags} = -O2 -gmlt -fpass-plugin=%plugin -mllvm -udpc-discriminate-memops
// RUN: clang %{flags} %s -o plain && ./plain > plain.out
// RUN: udpc hints keys --binary plain --csv --function='sum*' 2> sums | cut -d, -f2- \
// RUN:   | grep -E 'load|store' | sort > keys
// RUN: printf '%%s\n' 'sumAll:0:0' ' 4: at:0' '  0: 0 __prefetch_indirect_0:24' ' 7: 0 __prefetch_indirect_0:9' \
// RUN:   ' 8: 0 __prefetch_indirect_0:9 __prefetch_t0_1:64' ' 77: 0 __prefetch_indirect_0:9' > h.afdo
// RUN: clang %{flags} -mllvm -prefetch-hints-file=h.afdo %s -o hinted -Rpass=udpc -Rpass-missed=udpc 2> remarks
// RUN: ./hinted | cmp - plain.out
// RUN: FileCheck %s --implicit-check-not='remark:' < remarks
// CHECK: hints.c:[[@LINE+31]]:{{[0-9]+}}: remark: no indirect prefetch: it is in no loop of the function
// CHECK: hints.c:[[@LINE+29]]:{{[0-9]+}}: remark: no indirect prefetch: the loop loads no part of its address
// CHECK: hints.c:[[@LINE+19]]:{{[0-9]+}}: remark: prefetch 24 iterations ahead of the loop at line [[@LINE+24]], by {{[0-9]+}} instructions with 1 load up to the last iteration
// CHECK: remark: no indirect prefetch for hint sumAll:77: no access to memory is in that line
// The hint of another type is for the operation.
// CHECK: remark: hint sumAll:8 (t0, 64) is applied
// CHECK: remark: {{.*}}h.afdo: 1 of 1 hints for functions of this file are applied
//
// RUN: udpc hints keys --binary hinted --csv --function='sum*' 2> sums | cut -d, -f2- \
// RUN:   | grep -E 'load|store' | sort > keys.hinted
// RUN: comm -23 keys keys.hinted | count 0
//
// A bad distance is no prefetch.
// RUN: printf 'sumAll:0:0\n 4: at:0\n  0: 0 __prefetch_indirect_0:18446744073709551615\n' > bad.afdo
// RUN: clang %{flags} -mllvm -prefetch-hints-file=bad.afdo %s -S -o - -Rpass=udpc | FileCheck %s --check-prefix=BAD
// BAD-NOT: prefetch{{nta|t[012]|w}}
#include <stdint.h>
#include <stdio.h>

uint32_t Values[1 << 16], Indexes[5000];

static uint32_t at(uint32_t Index) { return Values[Index]; }

__attribute__((noinline)) uint64_t sumAll(const uint32_t *B, int N) {
  uint64_t Sum = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (int I = 0; I < N; ++I)
    Sum += at(B[I]);
#pragma clang loop unroll(disable) vectorize(disable)
  for (int I = 0; I < N; ++I)
    Sum += B[I] / 3;
  return Sum + B[0];
}

int main(void) {
  for (int I = 0; I < 1 << 16; ++I)
    Values[I] = I * 2654435761u;
  for (int I = 0; I < 5000; ++I)
    Indexes[I] = I * 40503u % (1 << 16);
  printf("%lu\n", sumAll(Indexes, 5000));
}
