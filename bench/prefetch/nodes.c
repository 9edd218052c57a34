// A list of nodes of NODE bytes, which lie in memory in its order. The next
// address is in a node's first line, what is added up in its last.
#include "common.h"

typedef struct Node {
  struct Node *Next;
  uint64_t Rest[NODE / 8 - 2], Value;
} Node;

KERNEL static uint64_t sum(const Node *N) {
  uint64_t Sum = 0;
  for (; N; N = N->Next) { // prefetch: DISTANCE * NODE t0
    BY_HAND(N + DISTANCE);
#if NODE > 128
    BY_HAND(&N[DISTANCE].Value);
#endif
    Sum += N->Value; // prefetch: DISTANCE * NODE t0
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / sizeof(Node);
  Node *Nodes = (Node *)allocate(Count * sizeof(Node));
  for (size_t I = 0; I < Count; ++I) {
    Nodes[I].Value = random32();
    Nodes[I].Next = I + 1 < Count ? &Nodes[I + 1] : 0;
  }
  MEASURE(sum(Nodes));
}
