// What is reachable in a graph, depth first: a stack of nodes by index.
#include "../prefetch/common.h"

enum { Degree = 3 };

typedef struct Node {
  uint32_t Pass; // The last one that has reached it.
  uint32_t To[Degree];
  uint64_t Weight, Other[5];
} Node;

KERNEL static uint64_t reach(Node *Nodes, uint32_t *Stack, uint32_t Pass) {
  uint64_t Weight = 0;
  size_t Top = 1;
  Stack[0] = 0;
  while (Top) {
    Node *N = &Nodes[Stack[--Top]];
    if (N->Pass == Pass) // prefetch: 1 pushed
      continue;
    N->Pass = Pass;
    Weight += N->Weight;
    for (int I = 0; I < Degree; ++I) {
      BY_HAND(&Nodes[N->To[I]]);
      Stack[Top++] = N->To[I];
    }
  }
  return Weight;
}

int main(int argc, char **argv) {
  size_t N = bytesOf(argc, argv) / sizeof(Node);
  Node *Nodes = (Node *)allocate(N * sizeof(Node));
  uint32_t *Stack = (uint32_t *)allocate((N * Degree + 1) * sizeof(uint32_t));
  for (size_t I = 0; I < N; ++I) {
    Nodes[I].Weight = random32();
    for (int E = 0; E < Degree; ++E)
      Nodes[I].To[E] = random32() % N;
  }
  uint32_t Number = 0;
  MEASURE(reach(Nodes, Stack, ++Number));
}
