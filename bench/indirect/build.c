// The build of a hash join: tuples become nodes in the chains of buckets.
#include "../prefetch/common.h"

typedef struct Node {
  struct Node *Next;
  uint64_t Key;
} Node;

static uint64_t hash(uint64_t Key) { return Key * 0x9e3779b97f4a7c15u; }

KERNEL static void build(Node **Table, int Shift, Node *Nodes, size_t N) {
  for (size_t I = 0; I < N; ++I) {
    BY_HAND(&Table[hash(Nodes[I + DISTANCE < N ? I + DISTANCE : N - 1].Key) >>
                   Shift]);
    Node **Bucket = &Table[hash(Nodes[I].Key) >> Shift];
    Nodes[I].Next = *Bucket; // prefetch: DISTANCE indirect
    *Bucket = &Nodes[I];
  }
}

int main(int argc, char **argv) {
  int Bits = 10;
  while (((size_t)32 << Bits) <= bytesOf(argc, argv))
    ++Bits;
  size_t N = (size_t)1 << Bits;
  Node **Table = (Node **)allocate(N * sizeof(Node *));
  Node *Nodes = (Node *)allocate(N / 2 * sizeof(Node));
  for (size_t I = 0; I < N / 2; ++I)
    Nodes[I].Key = random32();
  // Addresses vary from run to run.
  build(Table, 64 - Bits, Nodes, 0);
  uint64_t Sum = 0;
  MEASURE_THEN(build(Table, 64 - Bits, Nodes, N / 2), ({
                 for (size_t I = 0; I < N; ++I)
                   for (Node *Each = Table[I]; Each; Each = Each->Next)
                     Sum = Sum * 31 + Each->Key;
                 Sum;
               }));
}
