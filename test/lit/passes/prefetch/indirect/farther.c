// A line that holds indexes of another is prefetched twice as far ahead as the
// hint for that one says, whatever its own hint says: else the index that is
// loaded ahead would wait.
//
// RUN: printf 'sumAll:0:0\n 5: 0 __prefetch_indirect_0:8\n 6: 0 __prefetch_indirect_0:32\n' > %t.afdo
// RUN: clang -O2 -gmlt -fpass-plugin=%plugin -mllvm -prefetch-hints-file=%t.afdo -c %s \
// RUN:   -o /dev/null -Rpass=udpc 2> %t.remarks
// RUN: FileCheck %s --implicit-check-not='remark:' < %t.remarks
// CHECK: farther.c:[[@LINE+9]]:{{[0-9]+}}: remark: prefetch 64 iterations ahead
// CHECK: farther.c:[[@LINE+9]]:{{[0-9]+}}: remark: prefetch 32 iterations ahead
#include <stdint.h>

uint64_t sumAll(const uint32_t *Values, const uint32_t *Ends, const uint32_t *B,
                uint64_t N) {
  uint64_t Sum = 0;
#pragma clang loop unroll(disable) vectorize(disable)
  for (uint64_t I = 0; I < N; ++I) {
    uint32_t At = Ends[B[I]];
    Sum += Values[At];
  }
  return Sum;
}
