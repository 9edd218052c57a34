// Range scans of a B+ tree: from a leaf that the search has found, along the
// leaves' links, which lead anywhere in memory.
#include "../../common.h"

enum { Most = 30 };

typedef struct Leaf {
  struct Leaf *Next;
  uint32_t Count;
  uint32_t Keys[Most];
  uint64_t Values[Most];
} Leaf;

typedef struct {
  const Leaf *First;
  uint32_t Low, High;
} Range;

KERNEL static uint64_t scan(const Range *Ranges, size_t Count) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < Count; ++I) {
    for (const Leaf *L = Ranges[I].First; L; L = L->Next) {
#ifdef PREFETCH_BY_HAND
      for (size_t At = 0; At < sizeof(Leaf); At += 64)
        BY_HAND((const char *)L->Next + At);
#endif
      for (uint32_t K = 0; K < L->Count; ++K)
        if (L->Keys[K] >= Ranges[I].Low && L->Keys[K] < Ranges[I].High)
          Sum += L->Values[K] ^ K;
      if (L->Keys[L->Count - 1] >= Ranges[I].High)
        break;
    }
  }
  return Sum;
}

int main(int argc, char **argv) {
  enum { Length = 400 }; // Of a range, in leaves.
  size_t Count = bytesOf(argc, argv) / sizeof(Leaf);
  Leaf *Leaves = (Leaf *)allocate(Count * sizeof(Leaf));
  uint32_t *Order = shuffled(Count);
  uint32_t Key = 0;
  for (size_t I = 0; I < Count; ++I) {
    Leaf *L = &Leaves[Order[I]];
    L->Next = I + 1 < Count ? &Leaves[Order[I + 1]] : NULL;
    L->Count = 15 + random32() % 16;
    for (uint32_t K = 0; K < L->Count; ++K) {
      L->Keys[K] = Key += 1 + random32() % 50;
      L->Values[K] = random32();
    }
  }
  size_t NumRanges = Count / Length;
  Range *Ranges = (Range *)allocate(NumRanges * sizeof(Range));
  for (size_t I = 0; I < NumRanges; ++I) {
    size_t First = random32() % (Count - Length);
    const Leaf *Last = &Leaves[Order[First + Length - 1]];
    Ranges[I] = (Range){&Leaves[Order[First]], Leaves[Order[First]].Keys[3],
                        Last->Keys[5]};
  }
  MEASURE(scan(Ranges, NumRanges));
}
