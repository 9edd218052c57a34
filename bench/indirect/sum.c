// a[b[i]] alone: nothing else is in the loop.
#include "../prefetch/common.h"

KERNEL static uint64_t sum(const uint32_t *A, const uint32_t *B, size_t Reads) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < Reads; ++I) {
    BY_HAND(&A[B[I + DISTANCE < Reads ? I + DISTANCE : Reads - 1]]);
    Sum += A[B[I]]; // prefetch: DISTANCE indirect
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / sizeof(uint32_t), Reads = Count / 4;
  uint32_t *A = (uint32_t *)allocate(Count * sizeof(uint32_t));
  uint32_t *B = (uint32_t *)allocate(Reads * sizeof(uint32_t));
  for (size_t I = 0; I < Count; ++I)
    A[I] = random32();
  for (size_t I = 0; I < Reads; ++I)
    B[I] = random32() % Count;
  MEASURE(sum(A, B, Reads));
}
