// A step of random walks over a weighted graph: each walker takes an edge of
// its vertex by an alias table, with random numbers that depend on the walker
// and the step only.
#include "../../common.h"

typedef struct {
  uint32_t Target, Alias; // Alias: the edge to take otherwise.
  float Probability;
} Edge;

static inline uint64_t randomOf(uint64_t Walker, uint64_t Step) {
  uint64_t X = Walker * 0x9e3779b97f4a7c15u + Step;
  X = (X ^ X >> 32) * 0xd6e8feb86659fd93u;
  return X ^ X >> 29;
}

static inline size_t drawn(const uint32_t *Starts, uint32_t Vertex,
                           uint64_t Random) {
  uint32_t Degree = Starts[Vertex + 1] - Starts[Vertex];
  return Starts[Vertex] + ((Random >> 32) * Degree >> 32);
}

KERNEL static void step(const uint32_t *Starts, const Edge *Edges,
                        uint32_t *Walkers, size_t Count, uint64_t Step) {
  for (size_t I = 0; I < Count; ++I) {
#ifdef PREFETCH_BY_HAND
    if (I + 2 * DISTANCE < Count) {
      BY_HAND(&Starts[Walkers[I + 2 * DISTANCE]]);
      size_t Next = I + DISTANCE;
      BY_HAND(&Edges[drawn(Starts, Walkers[Next], randomOf(Next, Step))]);
    }
#endif
    uint64_t Random = randomOf(I, Step);
    const Edge *E = &Edges[drawn(Starts, Walkers[I], Random)];
    if ((Random & 0xffff) >= E->Probability * 65536)
      E = &Edges[E->Alias];
    Walkers[I] = E->Target;
  }
}

int main(int argc, char **argv) {
  enum { Degree = 8 };
  size_t Vertices = bytesOf(argc, argv) / (Degree * sizeof(Edge) + 8);
  uint32_t *Starts = (uint32_t *)allocate((Vertices + 1) * sizeof(uint32_t));
  uint32_t *Walkers = (uint32_t *)allocate(Vertices * sizeof(uint32_t));
  for (size_t V = 0; V < Vertices; ++V) {
    Starts[V + 1] = Starts[V] + 1 + random32() % (2 * Degree - 1);
    Walkers[V] = random32() % Vertices;
  }
  Edge *Edges = (Edge *)allocate(Starts[Vertices] * sizeof(Edge));
  for (size_t V = 0; V < Vertices; ++V)
    for (size_t E = Starts[V]; E < Starts[V + 1]; ++E)
      Edges[E] = (Edge){random32() % Vertices,
                        Starts[V] + random32() % (Starts[V + 1] - Starts[V]),
                        random32() % 256 / 256.0f};
  uint64_t Step = 0;
  MEASURE_THEN(step(Starts, Edges, Walkers, Vertices, ++Step),
               checksumOfMemory(Walkers, Vertices / 2 * 8));
}
