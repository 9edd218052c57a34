// Finds matches for compression with a window of all that came before: a hash
// of six bytes gives the last place that had it, whose bytes are compared.
#include "../../common.h"

static inline uint64_t sixAt(const uint8_t *At) {
  uint64_t Word;
  memcpy(&Word, At, sizeof(Word));
  return Word << 16;
}

static inline size_t hash(uint64_t Six, int Shift) {
  return Six * 0x9e3779b97f4a7c15u >> Shift;
}

KERNEL static uint64_t findMatches(const uint8_t *Text, size_t Length,
                                   uint32_t *Last, int Shift) {
  uint64_t Sum = 0;
  size_t End = Length - 8, Covered = 0; // By the last match.
  for (size_t At = 0; At < End; ++At) {
#ifdef PREFETCH_BY_HAND
    if (At + 2 * DISTANCE < End) {
      BY_HAND(&Last[hash(sixAt(&Text[At + 2 * DISTANCE]), Shift)]);
      if (At + DISTANCE >= Covered)
        BY_HAND(&Text[Last[hash(sixAt(&Text[At + DISTANCE]), Shift)]]);
    }
#endif
    uint64_t Six = sixAt(&Text[At]);
    uint32_t *Entry = &Last[hash(Six, Shift)];
    const uint8_t *A = &Text[At], *B = &Text[*Entry];
    *Entry = At;
    if (At < Covered || sixAt(B) != Six || A == B)
      continue;
    size_t Same = 6;
    while (At + Same < End && A[Same] == B[Same])
      ++Same;
    Sum = Sum * 31 + (A - B) + Same;
    Covered = At + Same;
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Bytes = bytesOf(argc, argv), Entries = 1;
  int Shift = 64;
  while (Entries * 2 * sizeof(uint32_t) <= Bytes / 2) {
    Entries *= 2;
    --Shift;
  }
  size_t Length = Bytes - Entries * sizeof(uint32_t);
  uint32_t *Last = (uint32_t *)allocate(Entries * sizeof(uint32_t));
  uint8_t *Text = (uint8_t *)allocate(Length);
  // Literal bytes, then what was before.
  for (size_t I = 0; I < Length;) {
    for (size_t Left = 4 + random32() % 12; Left && I < Length; --Left)
      Text[I++] = random32() >> 8;
    size_t From = random32() % I;
    for (size_t Left = 8 + random32() % 24; Left && I < Length; --Left)
      Text[I++] = Text[From++];
  }
  MEASURE(findMatches(Text, Length, Last, Shift));
}
