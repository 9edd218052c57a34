// Decompresses a column of strings: codes of 20 bits, an offset for each code,
// and the bytes from there to the next offset are copied.
#include "../../common.h"

enum { Bits = 20, Batch = 1 << 15, Longest = 40 };

static inline uint32_t codeAt(const uint8_t *Packed, size_t I) {
  uint32_t Word;
  memcpy(&Word, &Packed[I * Bits / 8], sizeof(Word));
  return (Word >> I * Bits % 8) & ((1u << Bits) - 1);
}

KERNEL static uint64_t decode(const uint8_t *Packed, size_t Rows,
                              const uint32_t *Offsets, const char *Bytes) {
  static char Out[Batch + Longest];
  uint64_t Sum = 0;
  size_t Used = 0;
  for (size_t I = 0; I < Rows; ++I) {
#ifdef PREFETCH_BY_HAND
    if (I + 2 * DISTANCE < Rows) {
      BY_HAND(&Offsets[codeAt(Packed, I + 2 * DISTANCE)]);
      BY_HAND(&Bytes[Offsets[codeAt(Packed, I + DISTANCE)]]);
    }
#endif
    uint32_t Code = codeAt(Packed, I);
    uint32_t Length = Offsets[Code + 1] - Offsets[Code];
    memcpy(&Out[Used], &Bytes[Offsets[Code]], Length);
    Used += Length;
    if (Used >= Batch) {
      Sum = Sum * 31 + Used + (uint8_t)Out[Used / 2];
      Used = 0;
    }
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Rows = bytesOf(argc, argv) / 16, Codes = (size_t)1 << Bits;
  uint8_t *Packed = (uint8_t *)allocate(Rows * Bits / 8 + 8);
  uint32_t *Offsets = (uint32_t *)allocate((Codes + 1) * sizeof(uint32_t));
  char *Bytes = (char *)allocate(Codes * Longest);
  for (size_t I = 0; I < Codes; ++I)
    Offsets[I + 1] = Offsets[I] + 8 + random32() % (Longest - 8);
  for (size_t I = 0; I < Offsets[Codes]; ++I)
    Bytes[I] = 'a' + I % 26;
  for (size_t I = 0; I < Rows; ++I) {
    uint32_t Code = random32() % Codes, Word;
    memcpy(&Word, &Packed[I * Bits / 8], sizeof(Word));
    Word |= Code << I * Bits % 8;
    memcpy(&Packed[I * Bits / 8], &Word, sizeof(Word));
  }
  MEASURE(decode(Packed, Rows, Offsets, Bytes));
}
