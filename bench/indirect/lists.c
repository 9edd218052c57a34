// A list of arrays, whose nodes are in random order.
#include "../prefetch/common.h"

enum { PerNode = 28 };

typedef struct Node {
  struct Node *Next;
  uint64_t Count;
  uint64_t Values[PerNode];
} Node;

KERNEL static uint64_t sum(const Node *First) {
  uint64_t Sum = 0;
  for (; First; First = First->Next) {
    BY_HAND(First->Next);
    BY_HAND((const char *)First->Next + 64);
    BY_HAND((const char *)First->Next + 128);
    BY_HAND((const char *)First->Next + 192);
    for (size_t I = 0; I < First->Count; ++I)
      Sum = (Sum ^ First->Values[I]) * 0x9e3779b97f4a7c15u;
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t N = bytesOf(argc, argv) / sizeof(Node);
  Node *Nodes = (Node *)allocate(N * sizeof(Node));
  uint32_t *Order = shuffled(N);
  for (size_t I = 0; I < N; ++I) {
    Node *Each = &Nodes[Order[I]];
    Each->Next = I + 1 < N ? &Nodes[Order[I + 1]] : NULL;
    Each->Count = random32() % (PerNode + 1);
    for (size_t K = 0; K < PerNode; ++K)
      Each->Values[K] = random32();
  }
  MEASURE(sum(&Nodes[Order[0]]));
}
