// A graph whose vertices have lists of edges by index, two on average: what an
// edge has is in arrays of its own.
#include "../prefetch/common.h"

enum { None = 0xffffffffu };

KERNEL static uint64_t sum(const uint32_t *restrict Heads,
                           const uint32_t *restrict After,
                           const uint64_t *restrict Weights, size_t N) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < N; ++I) {
#ifdef PREFETCH_BY_HAND
    uint32_t Far = Heads[I + 2 * DISTANCE < N ? I + 2 * DISTANCE : N - 1];
    BY_HAND(&After[Far]);
    BY_HAND(&Weights[Far]);
    uint32_t Near = Heads[I + DISTANCE < N ? I + DISTANCE : N - 1];
    if (Near != None) {
      BY_HAND(&After[After[Near]]);
      BY_HAND(&Weights[After[Near]]);
    }
#endif
    uint64_t Degree = 0;
    for (uint32_t E = Heads[I]; E != None;
         E = After[E])      // prefetch: DISTANCE next2
      Degree += Weights[E]; // prefetch: DISTANCE next2
    Sum = (Sum ^ Degree) * 0x9e3779b97f4a7c15u;
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t M = bytesOf(argc, argv) / 14, N = M / 2;
  uint32_t *Heads = (uint32_t *)allocate(N * sizeof(uint32_t));
  uint32_t *After = (uint32_t *)allocate(M * sizeof(uint32_t));
  uint64_t *Weights = (uint64_t *)allocate(M * sizeof(uint64_t));
  memset(Heads, 0xff, N * sizeof(uint32_t));
  for (size_t I = 0; I < M; ++I) {
    uint32_t *Head = &Heads[random32() % N];
    After[I] = *Head;
    Weights[I] = random32();
    *Head = I;
  }
  MEASURE(sum(Heads, After, Weights, N));
}
