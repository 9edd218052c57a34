// Bellman-Ford: rounds over a list of edges in no order, each of which may
// shorten the way to its target.
#include "../../common.h"

typedef struct {
  uint64_t Distance;
  uint32_t Parent, Changes;
} Vertex;

typedef struct {
  uint32_t From, To, Weight;
} Edge;

KERNEL static void relax(Vertex *Vertices, const Edge *Edges, size_t Count) {
  for (size_t I = 0; I < Count; ++I) {
#ifdef PREFETCH_BY_HAND
    const Edge *Ahead = &Edges[I + DISTANCE < Count ? I + DISTANCE : I];
    BY_HAND(&Vertices[Ahead->From]);
    BY_HAND(&Vertices[Ahead->To]);
#endif
    const Edge *E = &Edges[I];
    uint64_t Distance = Vertices[E->From].Distance;
    if (Distance == UINT64_MAX)
      continue;
    Vertex *To = &Vertices[E->To];
    if (Distance + E->Weight < To->Distance) {
      To->Distance = Distance + E->Weight;
      To->Parent = E->From;
      ++To->Changes;
    }
  }
}

int main(int argc, char **argv) {
  enum { Degree = 3 };
  size_t Count = bytesOf(argc, argv) / (sizeof(Vertex) + Degree * sizeof(Edge));
  Vertex *Vertices = (Vertex *)allocate(Count * sizeof(Vertex));
  Edge *Edges = (Edge *)allocate(Count * Degree * sizeof(Edge));
  for (size_t I = 0; I < Count; ++I)
    Vertices[I].Distance = I % 1000 ? UINT64_MAX : 0;
  for (size_t I = 0; I < Count * Degree; ++I)
    Edges[I] =
        (Edge){random32() % Count, random32() % Count, 1 + random32() % 1000};
  // The rounds that reach most vertices.
  for (int Round = 0; Round < 3; ++Round)
    relax(Vertices, Edges, Count * Degree);
  MEASURE_THEN(relax(Vertices, Edges, Count * Degree),
               checksumOfMemory(Vertices, Count * sizeof(Vertex)));
}
