// The pricing loop of network simplex, as in mcf of SPEC: of each arc in a
// basket's order, the costs less the potentials of its two nodes; arcs whose
// price is negative go into the basket. Nodes lie anywhere.
#include "../common.h"

typedef struct {
  int64_t Potential;
  int64_t Rest[11]; // 96 bytes: parent, child, siblings, flow, depth, ...
} Node;

typedef struct {
  const Node *Tail, *Head;
  int64_t Cost, Flow;
  int32_t State, Rest[7]; // 64 bytes
} Arc;

enum { Groups = 37, Basket = 64 };

KERNEL static int64_t price(const Arc *Arcs, size_t Number, size_t Group) {
  int64_t Prices[Basket] = {0};
  size_t Filled = 0;
  int64_t Sum = 0;
  for (size_t I = Group; I < Number; I += Groups) {
#ifdef PREFETCH_BY_HAND
    size_t Ahead = I + DISTANCE * Groups < Number ? I + DISTANCE * Groups : I;
    BY_HAND(&Arcs[I + 2 * DISTANCE * Groups]);
    BY_HAND(&Arcs[Ahead].Tail->Potential);
    BY_HAND(&Arcs[Ahead].Head->Potential);
#endif
    const Arc *A = &Arcs[I];
    if (A->State <= 0)
      continue;
    int64_t Price = A->Cost - A->Tail->Potential + A->Head->Potential;
    if ((Price < 0 && A->State == 1) || (Price > 0 && A->State == 2)) {
      Prices[Filled % Basket] += Price;
      ++Filled;
    }
  }
  for (size_t I = 0; I < Basket; ++I)
    Sum = Sum * 31 + Prices[I];
  return Sum + (int64_t)Filled;
}

int main(int argc, char **argv) {
  // A sixth of the memory is nodes.
  size_t Bytes = bytesOf(argc, argv);
  size_t Nodes = Bytes / 6 / sizeof(Node), Arcs = Bytes * 5 / 6 / sizeof(Arc);
  Node *N = (Node *)allocate(Nodes * sizeof(Node));
  Arc *A = (Arc *)allocate(Arcs * sizeof(Arc));
  for (size_t I = 0; I < Nodes; ++I)
    N[I].Potential = random32() % 1000;
  for (size_t I = 0; I < Arcs; ++I) {
    A[I].Tail = &N[random32() % Nodes];
    // Mostly near: as in time tables.
    A[I].Head = &N[(A[I].Tail - N + 1 + random32() % (Nodes / 8)) % Nodes];
    A[I].Cost = random32() % 1000 - 500;
    A[I].State = random32() % 4; // 0: basic; 3: a state that is priced in vain
  }
  MEASURE(({
    uint64_t All = 0;
    for (size_t Group = 0; Group < Groups; ++Group)
      All = All * 31 + (uint64_t)price(A, Arcs, Group);
    All;
  }));
}
