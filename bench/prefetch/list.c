// A list whose nodes lie in memory in its order, as a list has them that was
// built at one go. The next address is known when a node has come, and not
// before, but it is the same number of bytes ahead each time.
#include "list.h"

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / sizeof(Node);
  Node *Nodes = (Node *)allocate(Count * sizeof(Node));
  const Node *First = linkRuns(Nodes, Count, Count);
  MEASURE(sum(First));
}
