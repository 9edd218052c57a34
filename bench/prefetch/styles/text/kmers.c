// Counts the strings of 21 bases of DNA, each the same as its reverse
// complement, in a table by hash. A base that is not known starts anew.
#include "../../common.h"

enum { K = 21, Unknown = 4 };

static inline uint64_t mix(uint64_t X) {
  X ^= X >> 33;
  X *= 0xff51afd7ed558ccdu;
  X ^= X >> 29;
  return X * 0xc4ceb9fe1a85ec53u >> 20;
}

static inline void count(uint8_t *Counter) {
  if (*Counter < UINT8_MAX)
    ++*Counter;
}

KERNEL static void countAll(uint8_t *Counts, size_t Mask, const uint8_t *Bases,
                            size_t Length) {
  uint64_t Forward = 0, Reverse = 0;
  unsigned Known = 0;
#ifdef PREFETCH_BY_HAND
  uint8_t *Waiting[DISTANCE];
  size_t Found = 0;
#endif
  for (size_t I = 0; I < Length; ++I) {
    if (Bases[I] == Unknown) {
      Known = 0;
      continue;
    }
    Forward = (Forward << 2 | Bases[I]) & (((uint64_t)1 << 2 * K) - 1);
    Reverse = Reverse >> 2 | (uint64_t)(3 - Bases[I]) << 2 * (K - 1);
    if (++Known < K)
      continue;
    uint8_t *Counter =
        &Counts[mix(Forward < Reverse ? Forward : Reverse) & Mask];
#ifdef PREFETCH_BY_HAND
    // Counted DISTANCE strings later.
    BY_HAND(Counter);
    if (Found >= DISTANCE)
      count(Waiting[Found % DISTANCE]);
    Waiting[Found++ % DISTANCE] = Counter;
#else
    count(Counter);
#endif
  }
#ifdef PREFETCH_BY_HAND
  for (size_t I = 0; I < Found && I < DISTANCE; ++I)
    count(Waiting[I]);
#endif
}

int main(int argc, char **argv) {
  size_t Bytes = bytesOf(argc, argv), Counters = 1;
  while (Counters * 2 <= Bytes * 3 / 4)
    Counters *= 2;
  size_t Length = Bytes - Counters;
  uint8_t *Counts = (uint8_t *)allocate(Counters);
  uint8_t *Bases = (uint8_t *)allocate(Length);
  for (size_t I = 0; I < Length; ++I)
    Bases[I] = random32() % 500 ? random32() % 4 : Unknown;
  MEASURE_THEN(countAll(Counts, Counters - 1, Bases, Length),
               checksumOfMemory(Counts, Counters));
}
