// Visits blocks in random order, and in each block the nodes of a short list in
// an order of its own. There is no stride from node to node, but all are in the
// block: several hints at the access to its first node prefetch the others.
#include "common.h"

enum { Nodes = 16 };

typedef struct {
  uint32_t Next; // Number in the block; 0 at the end.
  uint32_t Value;
  uint8_t First; // Of the list; in node 0.
  uint8_t Rest[55];
} Node;

KERNEL static uint64_t visit(const Node *All, const uint32_t *Order,
                             size_t Blocks) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < Blocks; ++I) {
    const Node *Block = All + (size_t)Order[I] * Nodes;
    for (int N = 1; N < Nodes; ++N)
      BY_HAND(&Block[N]);
    uint32_t N = Block->First; // prefetch: 64..960 t0
    while (N) {
      Sum += Block[N].Value;
      N = Block[N].Next;
    }
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Blocks = bytesOf(argc, argv) / (Nodes * sizeof(Node));
  Node *All = (Node *)allocate(Blocks * Nodes * sizeof(Node));
  for (size_t I = 0; I < Blocks; ++I) {
    Node *Block = All + I * Nodes;
    uint32_t Order[Nodes];
    for (uint32_t N = 0; N < Nodes; ++N) {
      Block[N].Value = random32();
      Order[N] = N;
    }
    // All except the first, which is not moved.
    for (uint32_t N = Nodes; N > 2; --N) {
      uint32_t J = 1 + random32() % (N - 1), Other = Order[J];
      Order[J] = Order[N - 1];
      Order[N - 1] = Other;
    }
    Block->First = Order[1];
    for (uint32_t N = 1; N < Nodes; ++N)
      Block[Order[N]].Next = N + 1 < Nodes ? Order[N + 1] : 0;
  }
  uint32_t *Order = shuffled(Blocks);
  MEASURE(visit(All, Order, Blocks));
}
