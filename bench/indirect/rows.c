// A sparse matrix in rows (CSR) times a vector; a row has few elements, so that
// most of what is ahead is of later rows.
#include "../prefetch/common.h"

enum { PerRow = 8 };

KERNEL static void multiply(double *Y, const double *X, const double *Values,
                            const uint32_t *Rows, const uint32_t *Columns,
                            size_t N) {
  for (size_t R = 0; R < N; ++R) {
    double Sum = 0;
    for (size_t E = Rows[R]; E < Rows[R + 1]; ++E) {
      BY_HAND(&X[Columns[E + DISTANCE]]);
      Sum += Values[E] * X[Columns[E]]; // prefetch: DISTANCE indirect
    }
    Y[R] = Sum;
  }
}

int main(int argc, char **argv) {
  size_t Width = bytesOf(argc, argv) / sizeof(double), N = Width / 32;
  double *X = (double *)allocate(Width * sizeof(double));
  double *Y = (double *)allocate(N * sizeof(double));
  uint32_t *Rows = (uint32_t *)allocate((N + 1) * sizeof(uint32_t));
  for (size_t R = 0; R < N; ++R)
    Rows[R + 1] = Rows[R] + random32() % (2 * PerRow);
  size_t Elements = Rows[N];
  double *Values = (double *)allocate(Elements * sizeof(double));
  // For the version by hand, which reads beyond the end.
  uint32_t *Columns =
      (uint32_t *)allocate((Elements + DISTANCE) * sizeof(uint32_t));
  for (size_t I = 0; I < Width; ++I)
    X[I] = random32() % 16;
  for (size_t I = 0; I < Elements; ++I) {
    Values[I] = random32() % 16;
    Columns[I] = random32() % Width;
  }
  MEASURE_THEN(multiply(Y, X, Values, Rows, Columns, N),
               checksumOfMemory(Y, N * sizeof(double)));
}
