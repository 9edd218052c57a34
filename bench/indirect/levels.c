// a[b[c[i]]]: the index is itself at an index.
#include "../prefetch/common.h"

KERNEL static uint64_t sum(const uint64_t *A, const uint32_t *B,
                           const uint32_t *C, size_t Reads) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < Reads; ++I) {
    BY_HAND(&B[C[I + 2 * DISTANCE < Reads ? I + 2 * DISTANCE : Reads - 1]]);
    BY_HAND(&A[B[C[I + DISTANCE < Reads ? I + DISTANCE : Reads - 1]]]);
    Sum += A[B[C[I]]]; // prefetch: DISTANCE indirect
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / 12, Reads = Count / 4;
  uint64_t *A = (uint64_t *)allocate(Count * sizeof(uint64_t));
  uint32_t *B = shuffled(Count);
  uint32_t *C = (uint32_t *)allocate(Reads * sizeof(uint32_t));
  for (size_t I = 0; I < Count; ++I)
    A[I] = random32();
  for (size_t I = 0; I < Reads; ++I)
    C[I] = random32() % Count;
  MEASURE(sum(A, B, C, Reads));
}
