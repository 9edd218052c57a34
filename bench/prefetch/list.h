// Shared by the lists: linking of nodes, and the walk.
#ifndef UDPC_BENCH_PREFETCH_LIST_H
#define UDPC_BENCH_PREFETCH_LIST_H

#include "common.h"

typedef struct Node {
  struct Node *Next;
  uint64_t Value, Rest[22]; // Three lines.
} Node;

// Links runs of nodes, each in the order of addresses, one run after the other
// in random order.
static inline Node *linkRuns(Node *Nodes, size_t Count, size_t Run) {
  size_t Runs = Count / Run;
  uint32_t *Order = shuffled(Runs);
  Node *First = 0, **End = &First;
  for (size_t I = 0; I < Runs; ++I)
    for (size_t J = Order[I] * Run; J < (Order[I] + 1) * Run; ++J) {
      Nodes[J].Value = random32();
      *End = &Nodes[J];
      End = &Nodes[J].Next;
    }
  *End = 0;
  free(Order);
  return First;
}

KERNEL static uint64_t sum(const Node *N) {
  uint64_t Sum = 0;
  for (; N; N = N->Next) { // prefetch: DISTANCE * 192 t0
    BY_HAND(N + DISTANCE);
    Sum += N->Value;
  }
  return Sum;
}

#endif
