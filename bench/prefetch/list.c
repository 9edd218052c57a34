// A list whose nodes lie in memory in its order, as after building it at once.
// The next address is known only when a node has been loaded, but it is always
// the same number of bytes ahead.
#include "list.h"

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / sizeof(Node);
  Node *Nodes = (Node *)allocate(Count * sizeof(Node));
  const Node *First = linkRuns(Nodes, Count, Count);
  MEASURE(sum(First));
}
