// A columnar filter: a bitmap says which rows are selected, and their values
// are summed by what a second column says of them. The rows are found by
// counting zero bits.
#include "../../common.h"

KERNEL static uint64_t sumSelected(const uint64_t *Selected, size_t Words,
                                   const uint32_t *Price, const uint8_t *Kind,
                                   uint64_t *ByKind) {
  uint64_t Sum = 0;
  for (size_t W = 0; W < Words; ++W) {
#ifdef PREFETCH_BY_HAND
    if (W + DISTANCE < Words)
      for (uint64_t Bits = Selected[W + DISTANCE]; Bits; Bits &= Bits - 1)
        BY_HAND(&Price[(W + DISTANCE) * 64 + (size_t)__builtin_ctzll(Bits)]);
#endif
    for (uint64_t Bits = Selected[W]; Bits; Bits &= Bits - 1) {
      size_t Row = W * 64 + (size_t)__builtin_ctzll(Bits);
      uint32_t P = Price[Row];
      if (P % 3 == 0)
        ByKind[Kind[Row]] += P;
      Sum += P;
    }
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Rows = bytesOf(argc, argv) / 8 * 64 / (64 * 5 / 8 + 1) & ~(size_t)63;
  uint64_t *Selected = (uint64_t *)allocate(Rows / 8);
  uint32_t *Price = (uint32_t *)allocate(Rows * sizeof(uint32_t));
  uint8_t *Kind = (uint8_t *)allocate(Rows);
  static uint64_t ByKind[256];
  for (size_t I = 0; I < Rows; ++I) {
    Price[I] = random32();
    Kind[I] = random32();
    if (random32() % 80 == 0)
      Selected[I / 64] |= (uint64_t)1 << I % 64;
  }
  MEASURE(sumSelected(Selected, Rows / 64, Price, Kind, ByKind));
}
