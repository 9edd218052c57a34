// The loop in which the prefetch is: chosen by the compiler, or by the hint's
// type. The rows of a work list begin anywhere, so that what is ahead of the
// inner loop is mostly not needed.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{flags} = -O2 -gmlt -fpass-plugin=%plugin -Rpass=udpc -Rpass-missed=udpc
// DEFINE: %{type} =
// DEFINE: %{hinted} = printf '%%s\n' 'visit:0:0' ' 7: 0 __prefetch_%{type}_0:12' 'sum:0:0' \
// DEFINE:   ' 4: 0 __prefetch_%{type}_0:12' > h.afdo && \
// DEFINE:   clang %{flags} -mllvm -prefetch-hints-file=h.afdo %s -o hinted 2> remarks && \
// DEFINE:   ./hinted | cmp - plain.out && cat remarks
// RUN: clang -O2 %s -o plain && ./plain > plain.out
//
// REDEFINE: %{type} = indirect
// RUN: %{hinted} | FileCheck %s --check-prefix=CHOSEN
// CHOSEN: places.c:[[#@LINE+34]]:{{.*}} prefetch 12 iterations ahead of the loop at line [[#@LINE+31]], by {{[0-9]+}} instructions with {{[34]}} loads up to the last iteration
// CHOSEN: places.c:[[#@LINE+42]]:{{.*}} prefetch 12 iterations ahead of the loop at line [[#@LINE+41]],
// REDEFINE: %{type} = outer
// RUN: %{hinted} | FileCheck %s --check-prefix=OUTER
// OUTER: places.c:[[#@LINE+30]]:{{.*}} prefetch 12 iterations ahead of the loop at line [[#@LINE+27]],
// OUTER: places.c:[[#@LINE+38]]:{{.*}} no indirect prefetch: there is no loop around its own
// REDEFINE: %{type} = inner
// RUN: %{hinted} | FileCheck %s --check-prefix=INNER
// INNER: places.c:[[#@LINE+26]]:{{.*}} prefetch 12 iterations ahead of the loop at line [[#@LINE+25]], by {{[0-9]+}} instructions with 1 load up to the last iteration
//
// A distance of its own for the outer loop, if the compiler places it there, and
// the row's beginning as well, twice as far ahead.
// RUN: printf '%%s\n' 'visit:0:0' ' 7: 0 __prefetch_indirect3_0:12 __prefetch_outer_1:5' 'sum:0:0' \
// RUN:   ' 4: 0 __prefetch_indirect_0:12 __prefetch_outer_1:5' > h.afdo
// RUN: clang %{flags} -mllvm -prefetch-hints-file=h.afdo %s -o hinted 2> remarks
// RUN: ./hinted | cmp - plain.out
// RUN: FileCheck %s --check-prefix=BOTH < remarks
// BOTH-DAG: places.c:[[#@LINE+17]]:{{.*}} prefetch 5 iterations ahead of the loop at line [[#@LINE+14]],
// BOTH-DAG: prefetch 10 iterations ahead of the loop at line [[#@LINE+13]],
// BOTH-DAG: places.c:[[#@LINE+24]]:{{.*}} prefetch 12 iterations ahead of the loop at line [[#@LINE+23]],
#include <stdint.h>
#include <stdio.h>

enum { N = 1000 };

static uint32_t List[N], Rows[N + 1], Columns[4 * N], Values[N];

__attribute__((noinline)) static uint64_t visit(const uint32_t *List,
                                                size_t NumInList) {
  uint64_t Sum = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (size_t I = 0; I < NumInList; ++I) {
#pragma clang loop unroll(disable) vectorize(disable)
    for (uint32_t E = Rows[List[I]]; E < Rows[List[I] + 1]; ++E)
      Sum += Values[Columns[E]] * I;
  }
  return Sum;
}

__attribute__((noinline)) static uint64_t sum(const uint32_t *Which, size_t M) {
  uint64_t Sum = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (size_t I = 0; I < M; ++I)
    Sum += Values[Which[I]];
  return Sum;
}

int main(void) {
  for (uint32_t I = 0; I < N; ++I) {
    List[I] = I * 7 % N;
    Rows[I + 1] = Rows[I] + I % 5;
    Values[I] = I * I;
  }
  for (uint32_t I = 0; I < 4 * N; ++I)
    Columns[I] = I * 13 % N;
  printf("%lu %lu\n", visit(List, N), sum(Columns, 4 * N));
}
