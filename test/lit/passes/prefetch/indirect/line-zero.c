// Loads that have lost their line: by the code generator, which separates them
// from an instruction with a memory operand, and by the optimiser, which makes
// one of two. Their keys are those of lines where the pass finds accesses.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// DEFINE: %{flags} = -O3 -gmlt -fpass-plugin=%plugin -mllvm -udpc-discriminate-memops
// RUN: clang %{flags} %s -o plain && ./plain > plain.out
// RUN: udpc hints keys --binary plain --csv --function='sample' 2> sums | grep load > keys
// RUN: grep -q 'sample:6' keys && grep -q 'sample:7' keys && grep -q 'sample:8' keys && grep -q 'sample:9' keys
//
// RUN: printf '%%s\n' 'sample:0:0' ' 6: 0 __prefetch_indirect_0:9' ' 7: 0 __prefetch_indirect_0:9' \
// RUN:   ' 8: 0 __prefetch_indirect_0:9' ' 9: 0 __prefetch_indirect_0:9' 'walk:0:0' ' 8: 0 __prefetch_indirect_0:5' \
// RUN:   > h.afdo
// RUN: clang %{flags} -mllvm -prefetch-hints-file=h.afdo %s -o hinted -Rpass=udpc -Rpass-missed=udpc 2> remarks
// RUN: ./hinted | cmp - plain.out
// RUN: FileCheck %s --implicit-check-not='remark:' < remarks
// CHECK-COUNT-4: remark: prefetch 9 iterations ahead of the loop at line [[@LINE+17]], by {{[0-9]+}} instructions with 2 loads up to the last iteration
// The inner loop has a constant step: the outer one prefetches where it begins.
// CHECK: remark: prefetch 5 iterations ahead of the loop at line [[@LINE+30]], by {{[0-9]+}} instructions with 1 load up to the last iteration
//
// RUN: udpc hints keys --binary hinted --csv --function='sample' 2> sums | grep load | cut -d, -f2 | sort > keys.hinted
// Constants without a place take that of the operation before.
// RUN: cut -d, -f2 keys | grep -v 'sample:0' | sort | comm -23 - keys.hinted | count 0
#include <stdint.h>
#include <stdio.h>

typedef struct {
  float X, Y;
} Point;

__attribute__((noinline)) float sample(const float *Field, uint64_t Side,
                                       const Point *P, int N) {
  float Sum = 0;
  for (int I = 0; I < N; ++I) {
    const float *C = &Field[(uint64_t)P[I].Y * Side + (uint64_t)P[I].X];
    float X = P[I].X, Y = P[I].Y;
    Sum += (C[0] * (1 - X) + C[1] * X) * Y;
    Sum += (C[Side] * (1 - X) + C[Side + 1] * X) * Y;
    Sum += (C[2 * Side] * (1 - X) + C[2 * Side + 1] * X) * Y;
    Sum += (C[3 * Side] * (1 - X) + C[3 * Side + 1] * X) * Y;
  }
  return Sum;
}

__attribute__((noinline)) uint64_t walk(const char *Text, const uint32_t *B,
                                        int N) {
  uint64_t Sum = 0;
#pragma clang loop unroll(disable)
  for (int I = 0; I < N; ++I) {
    const char *P = &Text[B[I]];
#pragma clang loop unroll(disable)
    do
      Sum += *P;
    while (*P++);
  }
  return Sum;
}

float Field[1 << 14];
Point Points[1000];
char Text[1 << 12];
uint32_t Starts[1000];

int main(void) {
  for (int I = 0; I < 1 << 14; ++I)
    Field[I] = I % 100;
  for (int I = 0; I < 1 << 12; ++I)
    Text[I] = I % 7;
  for (int I = 0; I < 1000; ++I) {
    Points[I] = (Point){I * 37 % 100 + 0.5f, I * 53 % 100 + 0.25f};
    Starts[I] = I * 40503u % 4000;
  }
  printf("%f %lu\n", sample(Field, 128, Points, 1000), walk(Text, Starts, 1000));
}
