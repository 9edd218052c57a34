// Binary searches in a sorted array, one for each of a batch of keys.
#include "../prefetch/common.h"

KERNEL static uint64_t search(const uint64_t *Sorted, size_t N,
                              const uint64_t *Keys, size_t NumKeys) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < NumKeys; ++I) {
    const uint64_t *First = Sorted;
    for (size_t Left = N; Left > 1;) {
      size_t Half = Left / 2;
      BY_HAND(&First[Half / 2]);
      BY_HAND(&First[Half + Half / 2]);
      First = First[Half] <= Keys[I] ? First + Half : First;
      Left -= Half;
    }
    Sum += First - Sorted;
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t N = bytesOf(argc, argv) / sizeof(uint64_t), NumKeys = N / 128;
  uint64_t *Sorted = (uint64_t *)allocate(N * sizeof(uint64_t));
  uint64_t *Keys = (uint64_t *)allocate(NumKeys * sizeof(uint64_t));
  for (size_t I = 0; I < N; ++I)
    Sorted[I] = 16 * I;
  for (size_t I = 0; I < NumKeys; ++I)
    Keys[I] = random32() % (16 * N);
  MEASURE(search(Sorted, N, Keys, NumKeys));
}
