// Lists of edges, in memory order of nothing: each vertex has the head of its
// own, of two edges on average.
#include "../prefetch/common.h"

typedef struct Edge {
  struct Edge *Next;
  uint64_t Weight, Padding[6];
} Edge;

KERNEL static uint64_t sum(Edge *const *Heads, size_t N) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < N; ++I) {
#ifdef PREFETCH_BY_HAND
    BY_HAND(Heads[I + 2 * DISTANCE < N ? I + 2 * DISTANCE : N - 1]);
    const Edge *Near = Heads[I + DISTANCE < N ? I + DISTANCE : N - 1];
    if (Near)
      BY_HAND(Near->Next);
#endif
    uint64_t Degree = 0;
    for (const Edge *Each = Heads[I]; Each; Each = Each->Next)
      Degree += Each->Weight; // prefetch: DISTANCE next
    Sum = (Sum ^ Degree) * 0x9e3779b97f4a7c15u;
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t M = bytesOf(argc, argv) / sizeof(Edge), N = M / 2;
  Edge **Heads = (Edge **)allocate(N * sizeof(Edge *));
  Edge *Edges = (Edge *)allocate(M * sizeof(Edge));
  uint32_t *Order = shuffled(M);
  for (size_t I = 0; I < M; ++I) {
    Edge **Head = &Heads[random32() % N];
    Edges[Order[I]] = (Edge){*Head, random32(), {0}};
    *Head = &Edges[Order[I]];
  }
  MEASURE(sum(Heads, N));
}
