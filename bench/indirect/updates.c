// Random updates, as HPCC's RandomAccess does them: 128 streams of numbers.
#include "../prefetch/common.h"

enum { Streams = 128 };

KERNEL static void update(uint64_t *Table, uint64_t Mask, size_t Rounds) {
  uint64_t Numbers[Streams];
  for (size_t J = 0; J < Streams; ++J)
    Numbers[J] = J * 0x9e3779b97f4a7c15u + 1;
  for (size_t I = 0; I < Rounds; ++I)
    for (size_t J = 0; J < Streams; ++J) {
      uint64_t Number = Numbers[J];
      Number = (Number << 1) ^ ((int64_t)Number < 0 ? 7 : 0);
      Numbers[J] = Number;
      Table[Number & Mask] ^= Number; // prefetch: DISTANCE indirect
#ifdef PREFETCH_BY_HAND
      uint64_t Ahead = Numbers[(J + DISTANCE) % Streams];
      BY_HAND(&Table[((Ahead << 1) ^ ((int64_t)Ahead < 0 ? 7 : 0)) & Mask]);
#endif
    }
}

int main(int argc, char **argv) {
  size_t N = 1024;
  while (N * 16 <= bytesOf(argc, argv))
    N *= 2;
  uint64_t *Table = (uint64_t *)allocate(N * sizeof(uint64_t));
  MEASURE_THEN(update(Table, N - 1, N / 2 / Streams),
               checksumOfMemory(Table, N * sizeof(uint64_t)));
}
