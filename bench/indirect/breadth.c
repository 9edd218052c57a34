// Breadth-first search with a work list.
#include "../prefetch/common.h"

enum { Degree = 8 };

KERNEL static size_t search(const uint32_t *Rows, const uint32_t *Columns,
                            uint32_t *Depth, uint32_t *Queue) {
  size_t Head = 0, Tail = 1;
  Queue[0] = 0;
  Depth[0] = 1;
  while (Head < Tail) {
    uint32_t V = Queue[Head++];
    BY_HAND(&Rows[Queue[Head + DISTANCE]]);
    size_t E = Rows[V]; // prefetch: DISTANCE indirect
    for (; E < Rows[V + 1]; ++E) {
      BY_HAND(&Depth[Columns[E + Degree / 2]]);
      uint32_t To = Columns[E];
      if (!Depth[To]) {
        Depth[To] = Depth[V] + 1;
        Queue[Tail++] = To;
      }
    }
  }
  return Tail;
}

int main(int argc, char **argv) {
  size_t N = bytesOf(argc, argv) / (sizeof(uint32_t) * (Degree + 3));
  uint32_t *Rows = (uint32_t *)allocate((N + 1) * sizeof(uint32_t));
  uint32_t *Columns = (uint32_t *)allocate((N + 1) * Degree * sizeof(uint32_t));
  uint32_t *Depth = (uint32_t *)allocate(N * sizeof(uint32_t));
  uint32_t *Queue = (uint32_t *)allocate((N + 2 * DISTANCE) * sizeof(uint32_t));
  for (size_t I = 0; I <= N; ++I)
    Rows[I] = I * Degree;
  for (size_t I = 0; I < N * Degree; ++I)
    Columns[I] = random32() % N;
  MEASURE(search(Rows, Columns, Depth, Queue));
}
