// A list in random order: no delta leads to the next nodes, so prefetches fetch
// unrelated lines.
#include "list.h"

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / sizeof(Node);
  Node *Nodes = (Node *)allocate(Count * sizeof(Node));
  const Node *First = linkRuns(Nodes, Count, 1);
  MEASURE(sum(First));
}
