// A list whose nodes lie in memory in its order, but half of the nodes in
// memory have been removed from it. No stride repeats, so the hardware
// prefetcher does not follow; a fixed delta still reaches half of the nodes,
// early enough.
#include "list.h"

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / sizeof(Node);
  Node *Nodes = (Node *)allocate(Count * sizeof(Node));
  Node *First = 0, **End = &First;
  for (size_t I = 0; I < Count; ++I)
    if (random32() % 2) {
      Nodes[I].Value = random32();
      *End = &Nodes[I];
      End = &Nodes[I].Next;
    }
  *End = 0;
  MEASURE(sum(First));
}
