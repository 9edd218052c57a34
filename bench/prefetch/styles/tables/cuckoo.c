// Lookups in a cuckoo filter: four fingerprints to a bucket, and a second
// bucket that the fingerprint says, read if the first one has it not.
#include "../../common.h"

typedef struct {
  uint16_t Prints[4];
} Bucket;

typedef struct {
  size_t First, Second;
  uint16_t Print;
} Place;

static inline Place placeOf(uint64_t Key, size_t Mask) {
  Key = (Key ^ Key >> 31) * 0x9e3779b97f4a7c15u;
  Key ^= Key >> 29;
  uint16_t Print = Key >> 48 ? Key >> 48 : 1;
  size_t First = Key & Mask;
  return (Place){First, (First ^ Print * 0x5bd1e995u) & Mask, Print};
}

static inline int has(const Bucket *B, uint16_t Print) {
  for (int I = 0; I < 4; ++I)
    if (B->Prints[I] == Print)
      return 1;
  return 0;
}

KERNEL static size_t countFound(const Bucket *Buckets, size_t Mask,
                                const uint64_t *Keys, size_t Count) {
  size_t Found = 0;
  for (size_t I = 0; I < Count; ++I) {
#ifdef PREFETCH_BY_HAND
    Place Ahead = placeOf(Keys[I + DISTANCE < Count ? I + DISTANCE : I], Mask);
    BY_HAND(&Buckets[Ahead.First]);
    BY_HAND(&Buckets[Ahead.Second]);
#endif
    Place P = placeOf(Keys[I], Mask);
    if (has(&Buckets[P.First], P.Print) || has(&Buckets[P.Second], P.Print))
      ++Found;
  }
  return Found;
}

static void insert(Bucket *Buckets, size_t Mask, uint64_t Key) {
  Place P = placeOf(Key, Mask);
  for (int Try = 0; Try < 500; ++Try) {
    for (int Slot = 0; Slot < 8; ++Slot) {
      Bucket *B = &Buckets[Slot < 4 ? P.First : P.Second];
      if (!B->Prints[Slot % 4]) {
        B->Prints[Slot % 4] = P.Print;
        return;
      }
    }
    uint16_t *Victim = &Buckets[P.Second].Prints[random32() % 4];
    uint16_t Print = *Victim;
    *Victim = P.Print;
    P.Print = Print;
    P.First = P.Second;
    P.Second = (P.First ^ Print * 0x5bd1e995u) & Mask;
  }
}

int main(int argc, char **argv) {
  size_t Bytes = bytesOf(argc, argv), Count = 1;
  while (Count * 2 * sizeof(Bucket) <= Bytes)
    Count *= 2;
  Bucket *Buckets = (Bucket *)allocate(Count * sizeof(Bucket));
  size_t NumKeys = (Bytes - Count * sizeof(Bucket)) / sizeof(uint64_t);
  uint64_t *Keys = (uint64_t *)allocate(NumKeys * sizeof(uint64_t));
  size_t Used = Count * 3; // Three of four.
  for (size_t I = 0; I < Used; ++I)
    insert(Buckets, Count - 1, I);
  for (size_t I = 0; I < NumKeys; ++I)
    Keys[I] = random32() % (Used * 3 / 2);
  MEASURE(countFound(Buckets, Count - 1, Keys, NumKeys));
}
