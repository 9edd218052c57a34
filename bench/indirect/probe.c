// The probes of a hash join: buckets are chains of nodes.
#include "../prefetch/common.h"

typedef struct Node {
  struct Node *Next;
  uint64_t Key, Value;
} Node;

static uint64_t hash(uint64_t Key) { return Key * 0x9e3779b97f4a7c15u; }

KERNEL static uint64_t probe(Node *const *Table, int Shift,
                             const uint64_t *Keys, size_t N) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < N; ++I) {
    BY_HAND(
        &Table[hash(Keys[I + 2 * DISTANCE < N ? I + 2 * DISTANCE : N - 1]) >>
               Shift]);
    BY_HAND(
        Table[hash(Keys[I + DISTANCE < N ? I + DISTANCE : N - 1]) >> Shift]);
    for (const Node *Each = Table[hash(Keys[I]) >> Shift]; Each;
         Each = Each->Next)
      if (Each->Key == Keys[I]) { // prefetch: DISTANCE indirect
        Sum += Each->Value;
        break;
      }
  }
  return Sum;
}

int main(int argc, char **argv) {
  int Bits = 10;
  while (((size_t)64 << Bits) <= bytesOf(argc, argv))
    ++Bits;
  size_t N = (size_t)1 << Bits, Probes = N;
  Node **Table = (Node **)allocate(N * sizeof(Node *));
  Node *Nodes = (Node *)allocate(N * sizeof(Node));
  uint32_t *Order = shuffled(N);
  for (size_t I = 0; I < N; ++I) {
    Node *New = &Nodes[Order[I]];
    Node **Bucket = &Table[hash(I) >> (64 - Bits)];
    *New = (Node){*Bucket, I, I % 1001};
    *Bucket = New;
  }
  uint64_t *Keys = (uint64_t *)allocate(Probes * sizeof(uint64_t));
  for (size_t I = 0; I < Probes; ++I)
    Keys[I] = random32() % (2 * N);
  MEASURE(probe(Table, 64 - Bits, Keys, Probes));
}
