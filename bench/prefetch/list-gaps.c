// A list whose nodes lie in memory in its order, but half of the nodes there
// are not in it (any more). No stride repeats, so that the processor's
// prefetcher gives up; a fixed delta still finds half of the nodes, and finds
// them early.
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
