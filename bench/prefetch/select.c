// The column walk with a selection in place of branches: what it selects goes
// into the next step, so the steps wait for each other, and no branch for them.
#include "common.h"

enum { Row = 1040, Step = 16 }; // 4160 bytes; 16 columns are a line.

KERNEL static uint64_t walk(const uint32_t *Table, size_t Rows) {
  uint64_t State = 1;
  for (size_t Column = 0; Column < Row; Column += Step)
    for (size_t R = 0; R < Rows; ++R) {
      BY_HAND(&Table[(R + DISTANCE) * Row + Column]);
      uint64_t Value = Table[R * Row + Column]; // prefetch: DISTANCE * 4160 t0
      uint64_t Low = State * 5 + Value, High = State * 3 - Value;
      State =
          __builtin_unpredictable(Value > (State & 0xffffffff)) ? Low : High;
    }
  return State;
}

int main(int argc, char **argv) {
  size_t Rows = bytesOf(argc, argv) / (Row * sizeof(uint32_t));
  uint32_t *Table = (uint32_t *)allocate(Rows * Row * sizeof(uint32_t));
  for (size_t I = 0; I < Rows * Row; I += Step)
    Table[I] = random32();
  MEASURE(walk(Table, Rows));
}
