// A list in order in runs of some nodes, as a list has them that was built and
// then sorted or cut up. A prefetch is in vain at a run's end.
#include "list.h"

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / sizeof(Node);
  Node *Nodes = (Node *)allocate(Count * sizeof(Node));
  const Node *First = linkRuns(Nodes, Count, 32);
  MEASURE(sum(First));
}
