// Walks columns of a table whose rows are longer than a page, and looks each
// value up in a table. Each column is in lines of its own.
#include "buckets.h"
#include "common.h"

enum { Row = 1040, Step = 16 }; // 4160 bytes; 16 columns are a line.

KERNEL static void walk(const uint32_t *Table, size_t Rows, uint64_t *Counts) {
  for (size_t Column = 0; Column < Row; Column += Step)
    for (size_t R = 0; R < Rows; ++R) {
      BY_HAND(&Table[(R + DISTANCE) * Row + Column]);
      uint32_t Value = Table[R * Row + Column]; // prefetch: DISTANCE * 4160 t0
      ++Counts[bucket(Value)];
    }
}

int main(int argc, char **argv) {
  size_t Rows = bytesOf(argc, argv) / (Row * sizeof(uint32_t));
  uint32_t *Table = (uint32_t *)allocate(Rows * Row * sizeof(uint32_t));
  for (size_t I = 0; I < Rows * Row; I += Step)
    Table[I] = random32();
  uint64_t Counts[Buckets] = {0};
  MEASURE((walk(Table, Rows, Counts), checksumOf(Counts)));
}
