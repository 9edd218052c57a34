// Eigen: a sparse matrix in rows, or with COLUMNS in columns, times a vector.
#include "../../prefetch/common.h"
#include <Eigen/Sparse>

enum { PerRow = 8 };
#ifdef COLUMNS
using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor>;
#else
using Matrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;
#endif

KERNEL static void multiply(Eigen::VectorXd &Y, const Matrix &A,
                            const Eigen::VectorXd &X) {
  Y.noalias() = A * X;
}

int main(int argc, char **argv) {
  int Long = bytesOf(argc, argv) / sizeof(double), Short = Long / 32;
#ifdef COLUMNS
  Matrix A(Long, Short);
#else
  Matrix A(Short, Long);
#endif
  A.reserve(Eigen::VectorXi::Constant(Short, 2 * PerRow));
  for (int I = 0; I < Short; ++I)
    for (int N = random32() % (2 * PerRow); N; --N) {
      int J = random32() % Long;
#ifdef COLUMNS
      A.coeffRef(J, I) = random32() % 16;
#else
      A.coeffRef(I, J) = random32() % 16;
#endif
    }
  A.makeCompressed();
  Eigen::VectorXd X(A.cols()), Y(A.rows());
  for (int I = 0; I < X.size(); ++I)
    X[I] = random32() % 16;
  Y.setZero();
  MEASURE_THEN(multiply(Y, A, X),
               checksumOfMemory(Y.data(), Y.size() * sizeof(double)));
}
