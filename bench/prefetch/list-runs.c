// A list in memory order within runs of some nodes, as after sorting or
// splitting. Prefetches beyond a run's end are useless.
#include "list.h"

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / sizeof(Node);
  Node *Nodes = (Node *)allocate(Count * sizeof(Node));
  const Node *First = linkRuns(Nodes, Count, 32);
  MEASURE(sum(First));
}
