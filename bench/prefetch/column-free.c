// The column walk without branches: the processor overlaps as many misses as it
// can, with or without prefetches.
#include "common.h"

enum { Row = 1040, Step = 16 }; // 4160 bytes; 16 columns are a line.

KERNEL static uint64_t walk(const uint32_t *Table, size_t Rows) {
  uint64_t Sum = 0;
  for (size_t Column = 0; Column < Row; Column += Step)
    for (size_t R = 0; R < Rows; ++R) {
      BY_HAND(&Table[(R + DISTANCE) * Row + Column]);
      Sum += Table[R * Row + Column]; // prefetch: DISTANCE * 4160 t0
    }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Rows = bytesOf(argc, argv) / (Row * sizeof(uint32_t));
  uint32_t *Table = (uint32_t *)allocate(Rows * Row * sizeof(uint32_t));
  for (size_t I = 0; I < Rows * Row; I += Step)
    Table[I] = random32();
  MEASURE(walk(Table, Rows));
}
