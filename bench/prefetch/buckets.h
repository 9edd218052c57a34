// Finds the bucket of a value, as a histogram with uneven buckets does, by
// branches that are hard to predict. Until they are resolved the processor
// speculates on the wrong path, so later misses start late.
#ifndef UDPC_BENCH_PREFETCH_BUCKETS_H
#define UDPC_BENCH_PREFETCH_BUCKETS_H

#include <stdint.h>

enum { Buckets = 16 };

static const uint32_t Bounds[Buckets] = {
    0x10000000, 0x18000000, 0x30000000, 0x48000000, 0x50000000, 0x68000000,
    0x80000000, 0x90000000, 0xa0000000, 0xa8000000, 0xb0000000, 0xc8000000,
    0xd8000000, 0xe0000000, 0xf8000000, 0xffffffff};

static inline unsigned bucket(uint32_t Value) {
  unsigned B = 0;
#pragma clang loop unroll(full)
  for (; B < Buckets - 1; ++B)
    if (Value <= Bounds[B])
      break;
  return B;
}

static inline uint64_t checksumOf(const uint64_t *Counts) {
  uint64_t Sum = 0;
  for (unsigned B = 0; B < Buckets; ++B)
    Sum = Sum * 31 + Counts[B];
  return Sum;
}

#endif
