// Hashes of strings of 4 to 27 letters, which lie anywhere: an inner loop that
// ends at what it reads.
#include "../../common.h"

KERNEL static uint64_t hashAll(const char *const *Strings, size_t Count) {
  uint64_t All = 0;
  for (size_t I = 0; I < Count; ++I) {
    BY_HAND(Strings[I + DISTANCE < Count ? I + DISTANCE : I]);
    uint32_t Hash = 2166136261u;
    for (const char *At = Strings[I]; *At; ++At)
      Hash = (Hash ^ (uint8_t)*At) * 16777619u;
    All = All * 31 + Hash;
  }
  return All;
}

int main(int argc, char **argv) {
  enum { Room = 48, PerString = Room + sizeof(char *) };
  size_t Count = bytesOf(argc, argv) / PerString;
  char *Letters = (char *)allocate(Count * Room);
  const char **Strings = (const char **)allocate(Count * sizeof(char *));
  uint32_t *Order = shuffled(Count);
  for (size_t I = 0; I < Count; ++I) {
    char *At = &Letters[Order[I] * (size_t)Room];
    size_t Length = 4 + random32() % 24;
    for (size_t L = 0; L < Length; ++L)
      At[L] = 'a' + random32() % 26;
    Strings[I] = At;
  }
  MEASURE(hashAll(Strings, Count));
}
