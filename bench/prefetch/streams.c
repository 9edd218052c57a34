// Several sequential streams, which hardware prefetchers follow.
#include "common.h"

KERNEL static uint64_t combine(const uint64_t *A, const uint64_t *B,
                               const uint64_t *C, const uint64_t *D,
                               size_t Count) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < Count; ++I) {
    BY_HAND(A + I + DISTANCE * 8);
    BY_HAND(B + I + DISTANCE * 8);
    BY_HAND(C + I + DISTANCE * 8);
    BY_HAND(D + I + DISTANCE * 8);
    Sum += (A[I] ^ B[I]) + (C[I] & D[I]); // prefetch: DISTANCE * 64 t0
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / (4 * sizeof(uint64_t));
  uint64_t *Streams[4];
  for (int S = 0; S < 4; ++S) {
    Streams[S] = (uint64_t *)allocate(Count * sizeof(uint64_t));
    for (size_t I = 0; I < Count; ++I)
      Streams[S][I] = random32();
  }
  MEASURE(combine(Streams[0], Streams[1], Streams[2], Streams[3], Count));
}
