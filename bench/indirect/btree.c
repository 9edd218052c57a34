// Lookups in a B-tree, one for each of a batch of keys; a node has four lines.
#include "../prefetch/common.h"

enum { Fanout = 15 };

typedef struct Node {
  uint64_t Keys[Fanout];
  uint64_t Count;
  struct Node *Children[Fanout + 1];
} Node;

KERNEL static uint64_t lookUp(const Node *Root, int Height,
                              const uint64_t *Keys, size_t N) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < N; ++I) {
    const Node *At = Root;
    for (int Level = 0; Level < Height; ++Level) {
      unsigned C = 0;
      while (C < At->Count && At->Keys[C] <= Keys[I])
        ++C;
      if (Level + 1 == Height) {
        Sum += At->Keys[C ? C - 1 : 0];
        break;
      }
      At = At->Children[C];
      BY_HAND(At);
      BY_HAND((const char *)At + 64);
    }
  }
  return Sum;
}

static Node *Nodes;
static uint32_t *Order;
static size_t Used;

// A subtree of the keys from First on, Step apart, and its number of keys.
static Node *grow(int Height, uint64_t *First) {
  Node *New = &Nodes[Order[Used++]];
  New->Count = Fanout;
  for (int I = 0; I <= Fanout; ++I) {
    if (Height > 1)
      New->Children[I] = grow(Height - 1, First);
    if (I < Fanout)
      New->Keys[I] = (*First)++;
  }
  return New;
}

int main(int argc, char **argv) {
  size_t Most = bytesOf(argc, argv) / sizeof(Node), Needed = 1;
  int Height = 1;
  while (Needed * (Fanout + 1) + 1 <= Most) {
    Needed = Needed * (Fanout + 1) + 1;
    ++Height;
  }
  Nodes = (Node *)allocate(Needed * sizeof(Node));
  Order = shuffled(Needed);
  uint64_t NumKeys = 0;
  Node *Root = grow(Height, &NumKeys);
  size_t N = Needed * 2;
  uint64_t *Keys = (uint64_t *)allocate(N * sizeof(uint64_t));
  for (size_t I = 0; I < N; ++I)
    Keys[I] = random32() % NumKeys;
  MEASURE(lookUp(Root, Height, Keys, N));
}
