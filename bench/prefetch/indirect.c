// a[b[i]]: the misses are those of a, and no fixed delta helps: the hint is
// to load b ahead and to prefetch that element of a, as the version by hand does.
#include "buckets.h"
#include "common.h"

KERNEL static void count(const uint32_t *A, const uint32_t *B, size_t Reads,
                         uint64_t *Counts) {
  for (size_t I = 0; I < Reads; ++I) {
    BY_HAND(&A[B[I + DISTANCE < Reads ? I + DISTANCE : Reads - 1]]);
    uint32_t Value = A[B[I]]; // prefetch: DISTANCE indirect
    ++Counts[bucket(Value)];
  }
}

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / sizeof(uint32_t);
  uint32_t *A = (uint32_t *)allocate(Count * sizeof(uint32_t));
  for (size_t I = 0; I < Count; ++I)
    A[I] = random32();
  size_t Reads = Count / 16;
  uint32_t *B = (uint32_t *)allocate(Reads * sizeof(uint32_t));
  for (size_t I = 0; I < Reads; ++I)
    B[I] = random32() % Count;
  uint64_t Counts[Buckets] = {0};
  MEASURE((count(A, B, Reads, Counts), checksumOf(Counts)));
}
