// The transpose of a sparse matrix in rows: each element goes to the next place
// of its column.
#include "../prefetch/common.h"

enum { PerRow = 8 };

typedef struct {
  double Value;
  uint64_t Row;
} Element;

KERNEL static void transpose(Element *restrict To, uint32_t *restrict Ends,
                             const double *restrict Values,
                             const uint32_t *restrict Rows,
                             const uint32_t *restrict Columns, size_t N) {
  for (size_t R = 0; R < N; ++R)
    for (size_t E = Rows[R]; E < Rows[R + 1]; ++E) {
      BY_HAND(&Ends[Columns[E + 2 * DISTANCE]]);
      BY_HAND(&To[Ends[Columns[E + DISTANCE]]]);
      uint32_t At = Ends[Columns[E]]++;
      To[At] = (Element){Values[E], R}; // prefetch: DISTANCE indirect
    }
}

int main(int argc, char **argv) {
  size_t Elements = bytesOf(argc, argv) / (2 * sizeof(Element));
  size_t N = Elements / PerRow;
  Element *To = (Element *)allocate(Elements * sizeof(Element));
  double *Values = (double *)allocate(Elements * sizeof(double));
  uint32_t *Rows = (uint32_t *)allocate((N + 1) * sizeof(uint32_t));
  uint32_t *Ends = (uint32_t *)allocate((N + 1) * sizeof(uint32_t));
  // For the version by hand, which reads beyond the end.
  uint32_t *Columns =
      (uint32_t *)allocate((Elements + 2 * DISTANCE) * sizeof(uint32_t));
  for (size_t R = 0; R < N; ++R)
    Rows[R + 1] = R + 1 == N ? Elements : Rows[R] + PerRow;
  for (size_t I = 0; I < Elements; ++I) {
    Values[I] = random32();
    Columns[I] = random32() % N;
    ++Ends[Columns[I] + 1];
  }
  for (size_t C = 0; C < N; ++C)
    Ends[C + 1] += Ends[C];
  MEASURE_THEN(transpose(To, Ends, Values, Rows, Columns, N),
               checksumOfMemory(To, Elements * sizeof(Element)));
}
