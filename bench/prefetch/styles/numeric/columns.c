// A matrix stored by columns times a vector, row by row, of each eighth row:
// each element is a column's length behind the last one, and decides a branch.
#include "../../common.h"

KERNEL static double multiply(const double *Matrix, size_t Rows, size_t Columns,
                              const double *X, double *Y) {
  double Largest = 0;
  for (size_t R = 0; R < Rows; R += 8) {
    double Sum = 0;
    for (size_t C = 0; C < Columns; ++C) {
      BY_HAND(&Matrix[(C + DISTANCE) * Rows + R]);
      double A = Matrix[C * Rows + R];
      if (A > 0.5)
        Sum += A * X[C];
      else
        Sum -= X[C];
    }
    Y[R] = Sum;
    if (Sum > Largest)
      Largest = Sum;
  }
  return Largest;
}

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / sizeof(double), Columns = 600,
         Rows = Count / Columns;
  double *Matrix = (double *)allocate(Rows * Columns * sizeof(double));
  double *X = (double *)allocate(Columns * sizeof(double));
  double *Y = (double *)allocate(Rows * sizeof(double));
  for (size_t I = 0; I < Rows * Columns; ++I)
    Matrix[I] = random32() % 1000 / 1000.0;
  for (size_t I = 0; I < Columns; ++I)
    X[I] = random32() % 1000 / 1000.0;
  MEASURE(({
    double Largest = multiply(Matrix, Rows, Columns, X, Y);
    uint64_t Bits;
    memcpy(&Bits, &Largest, sizeof(Bits));
    Bits;
  }));
}
