// A Bloom filter with four probes; it stops at the first bit that is not set.
#include "../../common.h"

static inline uint64_t mix(uint64_t Key) {
  Key ^= Key >> 31;
  Key *= 0x9e3779b97f4a7c15u;
  return Key ^ Key >> 29;
}

static inline int isSet(const uint64_t *Bits, uint64_t At) {
  return Bits[At >> 6] >> (At & 63) & 1;
}

KERNEL static uint64_t countFound(const uint64_t *Bits, uint64_t Mask,
                                  const uint64_t *Keys, size_t Count) {
  uint64_t Found = 0;
  for (size_t I = 0; I < Count; ++I) {
#ifdef PREFETCH_BY_HAND
    uint64_t Next = mix(Keys[I + DISTANCE < Count ? I + DISTANCE : I]);
    for (int P = 0; P < 4; ++P)
      BY_HAND(&Bits[(Next + P * (Next >> 32 | 1) & Mask) >> 6]);
#endif
    uint64_t Hash = mix(Keys[I]), Step = Hash >> 32 | 1;
    int P = 0;
    while (P < 4 && isSet(Bits, (Hash + P * Step) & Mask))
      ++P;
    Found += P == 4;
  }
  return Found;
}

int main(int argc, char **argv) {
  uint64_t Bytes = bytesOf(argc, argv), Size = 64;
  while (Size * 2 / 8 <= Bytes)
    Size *= 2;
  size_t Count = Bytes / 64;
  uint64_t *Bits = (uint64_t *)allocate(Size / 8);
  uint64_t *Keys = (uint64_t *)allocate(Count * sizeof(uint64_t));
  for (size_t I = 0; I < Size / 64; ++I)
    Bits[I] = random32() << 32 | random32();
  for (size_t I = 0; I < Count; ++I)
    Keys[I] = random32() << 32 | random32();
  for (size_t I = 0; I < Count; I += 2)
    for (uint64_t P = 0, Hash = mix(Keys[I]); P < 4; ++P) {
      uint64_t At = (Hash + P * (Hash >> 32 | 1)) & (Size - 1);
      Bits[At >> 6] |= (uint64_t)1 << (At & 63);
    }
  MEASURE(countFound(Bits, Size - 1, Keys, Count));
}
