// Rectangles counted in a quadtree: a stack of pointers to nodes, whose places
// in memory are random.
#include "../prefetch/common.h"

typedef struct Tree {
  float Left, Low, Right, High;
  struct Tree *Child[4]; // Some are null.
  uint64_t Count, Other;
} Tree;

KERNEL static uint64_t count(const Tree *Root, float Left, float Low,
                             float Size) {
  const Tree *Stack[128];
  size_t Top = 1;
  uint64_t Count = 0;
  Stack[0] = Root;
  while (Top) {
    const Tree *T = Stack[--Top];
    if (T->Right < Left || T->Left > Left + Size || // prefetch: 1 pushed
        T->High < Low || T->Low > Low + Size)
      continue;
    Count += T->Count;
    for (int I = 0; I < 4; ++I)
      if (T->Child[I]) {
        BY_HAND(T->Child[I]);
        Stack[Top++] = T->Child[I];
      }
  }
  return Count;
}

static Tree *Nodes;
static uint32_t *Order;
static size_t Used;

static Tree *build(float Left, float Low, float Size, int Depth) {
  Tree *T = &Nodes[Order[Used++]];
  *T = (Tree){Left, Low, Left + Size, Low + Size, {0}, random32() % 8, 0};
  for (int I = 0; Depth && I < 4; ++I)
    if (random32() % 8)
      T->Child[I] = build(Left + (I & 1) * Size / 2, Low + (I >> 1) * Size / 2,
                          Size / 2, Depth - 1);
  return T;
}

int main(int argc, char **argv) {
  size_t Most = bytesOf(argc, argv) / sizeof(Tree), N = 1;
  int Depth = 0;
  while (4 * N + 1 <= Most) {
    N = 4 * N + 1;
    ++Depth;
  }
  Nodes = (Tree *)allocate(N * sizeof(Tree));
  Order = shuffled(N);
  const Tree *Root = build(0, 0, 1, Depth);
  uint64_t Sum = 0;
  MEASURE_THEN(for (int I = 0; I < 20000; ++I) Sum +=
               count(Root, (random32() >> 8) / 16777216.0f,
                     (random32() >> 8) / 16777216.0f, 0.004f),
               Sum);
}
