// Greedy colouring of a graph: vertices in an order of their own, each gets the
// first colour that none of its neighbours has.
#include "../../common.h"

KERNEL static void colour(const uint32_t *Order, size_t Count,
                          const uint32_t *Starts, const uint32_t *Neighbours,
                          uint8_t *Colours) {
  for (size_t I = 0; I < Count; ++I) {
#ifdef PREFETCH_BY_HAND
    if (I + 3 * DISTANCE < Count) {
      BY_HAND(&Starts[Order[I + 3 * DISTANCE]]);
      BY_HAND(&Neighbours[Starts[Order[I + 2 * DISTANCE]]]);
      uint32_t Ahead = Order[I + DISTANCE];
      for (size_t E = Starts[Ahead]; E < Starts[Ahead + 1]; ++E)
        BY_HAND(&Colours[Neighbours[E]]);
    }
#endif
    uint32_t V = Order[I];
    uint64_t Seen = 1; // Colour 0: none yet.
    for (size_t E = Starts[V]; E < Starts[V + 1]; ++E)
      Seen |= (uint64_t)1 << Colours[Neighbours[E]];
    Colours[V] = __builtin_ctzll(~Seen);
  }
}

int main(int argc, char **argv) {
  enum { Degree = 6 };
  size_t Count = bytesOf(argc, argv) / (4 * Degree + 9);
  uint32_t *Starts = (uint32_t *)allocate((Count + 1) * sizeof(uint32_t));
  for (size_t V = 0; V < Count; ++V)
    Starts[V + 1] = Starts[V] + 1 + random32() % (2 * Degree - 1);
  uint32_t *Neighbours = (uint32_t *)allocate(Starts[Count] * sizeof(uint32_t));
  for (size_t E = 0; E < Starts[Count]; ++E)
    Neighbours[E] = random32() % Count;
  uint8_t *Colours = (uint8_t *)allocate(Count);
  uint32_t *Order = shuffled(Count);
  MEASURE_THEN(memset(Colours, 0, Count);
               colour(Order, Count, Starts, Neighbours, Colours),
               checksumOfMemory(Colours, Count / 8 * 8));
}
