// Counts keys in buckets, as integer sorting does (NAS IS).
#include "../prefetch/common.h"

KERNEL static void count(uint32_t *Counts, const uint32_t *Keys, size_t N) {
  for (size_t I = 0; I < N; ++I) {
    BY_HAND(&Counts[Keys[I + DISTANCE < N ? I + DISTANCE : N - 1]]);
    ++Counts[Keys[I]]; // prefetch: DISTANCE indirect
  }
}

int main(int argc, char **argv) {
  size_t Buckets = bytesOf(argc, argv) / sizeof(uint32_t), N = Buckets / 4;
  uint32_t *Counts = (uint32_t *)allocate(Buckets * sizeof(uint32_t));
  uint32_t *Keys = (uint32_t *)allocate(N * sizeof(uint32_t));
  for (size_t I = 0; I < N; ++I)
    Keys[I] = random32() % Buckets;
  MEASURE_THEN(count(Counts, Keys, N),
               checksumOfMemory(Counts, Buckets * sizeof(uint32_t)));
}
