// One iteration of PageRank that pulls: an element of a sparse matrix in rows
// is another node, whose rank and number of links are needed.
#include "../prefetch/common.h"

enum { PerRow = 8 };

typedef struct {
  double Rank, Links;
} Node;

KERNEL static void iterate(double *New, const Node *Nodes, const uint32_t *Rows,
                           const uint32_t *Columns, size_t N) {
  for (size_t R = 0; R < N; ++R) {
    double Sum = 0;
    for (size_t E = Rows[R]; E < Rows[R + 1]; ++E) {
      BY_HAND(&Nodes[Columns[E + DISTANCE]]);
      const Node *From = &Nodes[Columns[E]];
      Sum += From->Rank / From->Links; // prefetch: DISTANCE indirect
    }
    New[R] = 0.15 / N + 0.85 * Sum;
  }
}

int main(int argc, char **argv) {
  size_t N = bytesOf(argc, argv) / sizeof(Node), Computed = N / 16;
  Node *Nodes = (Node *)allocate(N * sizeof(Node));
  double *New = (double *)allocate(Computed * sizeof(double));
  uint32_t *Rows = (uint32_t *)allocate((Computed + 1) * sizeof(uint32_t));
  for (size_t R = 0; R < Computed; ++R)
    Rows[R + 1] = Rows[R] + random32() % (2 * PerRow);
  size_t Elements = Rows[Computed];
  // For the version by hand, which reads beyond the end.
  uint32_t *Columns =
      (uint32_t *)allocate((Elements + DISTANCE) * sizeof(uint32_t));
  for (size_t I = 0; I < N; ++I)
    Nodes[I] = (Node){1.0 / N, 1 + random32() % PerRow};
  for (size_t I = 0; I < Elements; ++I)
    Columns[I] = random32() % N;
  MEASURE_THEN(iterate(New, Nodes, Rows, Columns, Computed),
               checksumOfMemory(New, Computed * sizeof(double)));
}
