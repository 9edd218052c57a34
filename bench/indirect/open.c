// Probes of a hash table with open addressing.
#include "../prefetch/common.h"

typedef struct {
  uint64_t Key, Value;
} Slot;

static uint64_t hash(uint64_t Key) { return Key * 0x9e3779b97f4a7c15u; }

KERNEL static uint64_t probe(const Slot *Table, int Shift, const uint64_t *Keys,
                             size_t N) {
  uint64_t Sum = 0;
  size_t Mask = ((size_t)1 << (64 - Shift)) - 1;
  for (size_t I = 0; I < N; ++I) {
    BY_HAND(
        &Table[hash(Keys[I + DISTANCE < N ? I + DISTANCE : N - 1]) >> Shift]);
    uint64_t Wanted = Keys[I], Key;
    size_t At = hash(Wanted) >> Shift;
    while ((Key = Table[At].Key) && Key != Wanted) // prefetch: DISTANCE indirect
      At = (At + 1) & Mask;
    Sum += Table[At].Value;
  }
  return Sum;
}

int main(int argc, char **argv) {
  int Bits = 10;
  while (((size_t)32 << Bits) <= bytesOf(argc, argv))
    ++Bits;
  size_t N = (size_t)1 << Bits, Probes = N;
  Slot *Table = (Slot *)allocate(N * sizeof(Slot));
  for (size_t I = 1; I <= N / 2; ++I) {
    size_t At = hash(I) >> (64 - Bits);
    while (Table[At].Key)
      At = (At + 1) & (N - 1);
    Table[At] = (Slot){I, I % 1001};
  }
  uint64_t *Keys = (uint64_t *)allocate(Probes * sizeof(uint64_t));
  for (size_t I = 0; I < Probes; ++I)
    Keys[I] = 1 + random32() % (N / 2);
  MEASURE(probe(Table, 64 - Bits, Keys, Probes));
}
