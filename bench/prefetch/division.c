// One value of each record of RECORD bytes divides what is left: a chain of
// divisions, which fill the window while the next values are fetched.
#include "common.h"

KERNEL static uint64_t walk(const char *Data, size_t Number) {
  uint64_t State = ~(uint64_t)0;
  for (size_t I = 0; I < Number; ++I) {
    BY_HAND(&Data[(I + DISTANCE) * RECORD]);
    uint64_t Value =
        *(const uint64_t *)&Data[I * RECORD]; // prefetch: DISTANCE * RECORD t0
    for (int J = 0; J < 4; ++J)
      State = State / (Value + J) + ~State;
  }
  return State;
}

static uint64_t walkAll(const char *Data, size_t Number) {
  uint64_t Sum = 0;
  for (size_t Line = 0; Line < RECORD; Line += 64)
    Sum = Sum * 31 + walk(&Data[Line], Number);
  return Sum;
}

int main(int argc, char **argv) {
  size_t Number = bytesOf(argc, argv) / RECORD;
  char *Data = (char *)allocate(Number * RECORD);
  for (size_t I = 0; I < Number * RECORD; I += 64)
    *(uint64_t *)&Data[I] = random32() + 1;
  MEASURE(walkAll(Data, Number));
}
