// A minimum spanning forest: edges in the order of their weights, and a forest
// of sets that knows whether two vertices are joined already.
#include "../../common.h"

typedef struct {
  uint32_t Parent, Size;
} Set;

typedef struct {
  uint32_t From, To;
  float Weight;
} Edge;

static inline uint32_t find(Set *Sets, uint32_t V) {
  while (Sets[V].Parent != V) {
    Sets[V].Parent = Sets[Sets[V].Parent].Parent;
    V = Sets[V].Parent;
  }
  return V;
}

KERNEL static size_t span(Set *Sets, const Edge *Edges, size_t Count,
                          uint32_t *Taken) {
  size_t Used = 0;
  for (size_t I = 0; I < Count; ++I) {
#ifdef PREFETCH_BY_HAND
    if (I + DISTANCE < Count) {
      BY_HAND(&Sets[Edges[I + DISTANCE].From]);
      BY_HAND(&Sets[Edges[I + DISTANCE].To]);
    }
#endif
    uint32_t From = find(Sets, Edges[I].From), To = find(Sets, Edges[I].To);
    if (From == To)
      continue;
    if (Sets[From].Size < Sets[To].Size) {
      uint32_t Other = From;
      From = To;
      To = Other;
    }
    Sets[To].Parent = From;
    Sets[From].Size += Sets[To].Size;
    Taken[Used++] = I;
  }
  return Used;
}

int main(int argc, char **argv) {
  enum { Degree = 2 };
  size_t Vertices = bytesOf(argc, argv) / (sizeof(Set) + 4 + Degree * 12);
  size_t Count = Vertices * Degree;
  Set *Sets = (Set *)allocate(Vertices * sizeof(Set));
  Edge *Edges = (Edge *)allocate(Count * sizeof(Edge));
  uint32_t *Taken = (uint32_t *)allocate(Vertices * sizeof(uint32_t));
  for (size_t V = 0; V < Vertices; ++V)
    Sets[V] = (Set){V, 1};
  for (size_t I = 0; I < Count; ++I)
    Edges[I] = (Edge){random32() % Vertices, random32() % Vertices, I};
  MEASURE(span(Sets, Edges, Count, Taken));
}
