// A check of a suffix array: each suffix is compared with the next.
#include "../../common.h"

KERNEL static size_t countInOrder(const char *Text, size_t Length,
                                  const uint32_t *Suffixes) {
  size_t InOrder = 0;
  for (size_t I = 0; I + 1 < Length; ++I) {
    BY_HAND(&Text[Suffixes[I + DISTANCE < Length ? I + DISTANCE : I]]);
    const char *A = &Text[Suffixes[I]], *B = &Text[Suffixes[I + 1]];
    while (*A && *A == *B)
      ++A, ++B;
    InOrder += (unsigned char)*A <= (unsigned char)*B;
  }
  return InOrder;
}

int main(int argc, char **argv) {
  size_t Length = bytesOf(argc, argv) / 5;
  char *Text = (char *)allocate(Length + 1);
  for (size_t I = 0; I < Length; ++I)
    Text[I] = 'a' + random32() % 4;
  // Sorted by the first eight characters only, so that a check finds errors.
  enum { Bits = 16 };
  uint32_t *Starts = (uint32_t *)allocate((((size_t)1 << Bits) + 1) * 4);
  uint32_t *Suffixes = (uint32_t *)allocate(Length * sizeof(uint32_t));
  for (int Fill = 0; Fill < 2; ++Fill) {
    uint32_t Prefix = 0;
    for (size_t I = Length; I--;) {
      Prefix = Prefix >> 2 | (uint32_t)(Text[I] - 'a') << (Bits - 2);
      if (Fill)
        Suffixes[Starts[Prefix]++] = I;
      else
        ++Starts[Prefix + 1];
    }
    for (size_t P = 1; !Fill && P <= (size_t)1 << Bits; ++P)
      Starts[P] += Starts[P - 1];
  }
  MEASURE(countInOrder(Text, Length, Suffixes));
}
