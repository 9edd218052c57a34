// A sparse matrix times a sparse matrix, by rows: each element of a row of the
// first one selects a row of the second, whose elements are added up in a
// dense row.
#include "../../common.h"

typedef struct {
  size_t Rows;
  uint32_t *Starts, *Columns;
  double *Values;
} Matrix;

KERNEL static uint64_t multiply(const Matrix *A, const Matrix *B, double *Sums,
                                uint32_t *Used) {
  uint64_t Result = 0;
  for (size_t R = 0; R < A->Rows; ++R) {
    size_t Count = 0;
    for (size_t E = A->Starts[R]; E < A->Starts[R + 1]; ++E) {
#ifdef PREFETCH_BY_HAND
      // There is room for it.
      BY_HAND(&B->Starts[A->Columns[E + 2 * DISTANCE]]);
      uint32_t Start = B->Starts[A->Columns[E + DISTANCE]];
      BY_HAND(&B->Columns[Start]);
      BY_HAND(&B->Values[Start]);
#endif
      uint32_t K = A->Columns[E];
      double Factor = A->Values[E];
      for (size_t F = B->Starts[K]; F < B->Starts[K + 1]; ++F) {
        uint32_t C = B->Columns[F];
        if (Sums[C] == 0)
          Used[Count++] = C;
        Sums[C] += Factor * B->Values[F];
      }
    }
    for (size_t I = 0; I < Count; ++I) {
      Result = Result * 31 + (uint64_t)Sums[Used[I]];
      Sums[Used[I]] = 0;
    }
  }
  return Result;
}

// Each row has up to `2 * Degree - 1` elements in columns near each other.
static Matrix make(size_t Rows, size_t Columns, size_t Degree) {
  enum { Room = 256 };
  size_t Most = Rows * (2 * Degree - 1) + Room;
  Matrix M = {Rows, (uint32_t *)allocate((Rows + 1) * sizeof(uint32_t)),
              (uint32_t *)allocate(Most * sizeof(uint32_t)),
              (double *)allocate(Most * sizeof(double))};
  for (size_t R = 0; R < Rows; ++R) {
    uint32_t At = M.Starts[R], End = At + 1 + random32() % (2 * Degree - 1);
    for (; At < End; ++At) {
      M.Columns[At] = random32() % Columns;
      M.Values[At] = 1 + random32() % 9;
    }
    M.Starts[R + 1] = End;
  }
  return M;
}

int main(int argc, char **argv) {
  // The columns of the result are few, those of A many.
  enum { Degree = 6, Columns = 10000 };
  size_t Rows = bytesOf(argc, argv) / (4 + (2 * Degree - 1) * 12);
  Matrix A = make(Rows / 4, Rows, Degree), B = make(Rows, Columns, Degree);
  double *Sums = (double *)allocate(Columns * sizeof(double));
  uint32_t *Used = (uint32_t *)allocate(Columns * sizeof(uint32_t));
  publish(&A);
  publish(&B);
  MEASURE(multiply(&A, &B, Sums, Used));
}
