// A sparse matrix times a dense one of 24 columns: a layer of a graph neural
// network.
#include "../../common.h"

enum { Width = 24 };

typedef struct {
  float At[Width];
} Row;

KERNEL static void multiply(size_t Rows, const uint32_t *Starts,
                            const uint32_t *Columns, const float *Values,
                            const Row *X, Row *Y) {
  for (size_t R = 0; R < Rows; ++R) {
    Row Sum = {{0}};
    for (size_t E = Starts[R]; E < Starts[R + 1]; ++E) {
#ifdef PREFETCH_BY_HAND
      const Row *Ahead = &X[Columns[E + DISTANCE]]; // There is room for it.
      BY_HAND(Ahead);
      BY_HAND((const char *)(Ahead + 1) - 1);
#endif
      const Row *From = &X[Columns[E]];
      for (int K = 0; K < Width; ++K)
        Sum.At[K] += Values[E] * From->At[K];
    }
    for (int K = 0; K < Width; ++K)
      Y[R].At[K] = Sum.At[K] > 0 ? Sum.At[K] : 0;
  }
}

int main(int argc, char **argv) {
  enum { Degree = 10, Room = 128 };
  size_t Rows = bytesOf(argc, argv) / (2 * sizeof(Row) + Degree * 8 + 4);
  uint32_t *Starts = (uint32_t *)allocate((Rows + 1) * sizeof(uint32_t));
  for (size_t R = 0; R < Rows; ++R)
    Starts[R + 1] = Starts[R] + random32() % (2 * Degree + 1);
  size_t Count = Starts[Rows];
  uint32_t *Columns = (uint32_t *)allocate((Count + Room) * sizeof(uint32_t));
  float *Values = (float *)allocate(Count * sizeof(float));
  for (size_t E = 0; E < Count; ++E) {
    Columns[E] = random32() % Rows;
    Values[E] = random32() % 16 - 8.0f;
  }
  Row *X = (Row *)allocate(Rows * sizeof(Row));
  Row *Y = (Row *)allocate(Rows * sizeof(Row));
  for (size_t R = 0; R < Rows; ++R)
    for (int K = 0; K < Width; ++K)
      X[R].At[K] = random32() % 64;
  MEASURE_THEN(multiply(Rows, Starts, Columns, Values, X, Y),
               checksumOfMemory(Y, Rows * sizeof(Row)));
}
