// A list in random order, and a few hundred instructions of work for each node,
// with branches that its value decides.
#include "../prefetch/common.h"

typedef struct Node {
  uint64_t Value;
  struct Node *Next;
  uint64_t Padding[6];
} Node;

enum { Table = 256, Steps = 64 };

KERNEL static uint64_t walk(const Node *First, const uint64_t *Weights) {
  uint64_t Sum = 0;
  for (; First; First = First->Next) {
    BY_HAND(First->Next);
    uint64_t State = First->Value; // prefetch: 1 inner
    for (int I = 0; I < Steps; ++I) {
      if (State & 1)
        Sum += Weights[State % Table];
      State = State >> 1 ^ (State & 1 ? 0xd800000000000000u : 0) ^ Sum >> 60;
    }
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t N = bytesOf(argc, argv) / sizeof(Node);
  Node *Nodes = (Node *)allocate(N * sizeof(Node));
  uint64_t *Weights = (uint64_t *)allocate(Table * sizeof(uint64_t));
  for (size_t I = 0; I < Table; ++I)
    Weights[I] = random32();
  uint32_t *Order = shuffled(N);
  for (size_t I = 0; I < N; ++I)
    Nodes[Order[I]] = (Node){random32() << 32 | random32(),
                             I + 1 < N ? &Nodes[Order[I + 1]] : NULL,
                             {0}};
  MEASURE(walk(&Nodes[Order[0]], Weights));
}
