// Reads a word of each STRIDE bytes, and looks it up in a table; each pass
// reads another line. Strides a little less or more than a page reach its end,
// or not, at every access; those of a page use few sets of a cache.
#include "buckets.h"
#include "common.h"

KERNEL static void walk(const char *Data, size_t Number, uint64_t *Counts) {
  for (size_t I = 0; I < Number; ++I) {
    BY_HAND(&Data[(I + DISTANCE) * STRIDE]);
    uint32_t Value =
        *(const uint32_t *)&Data[I * STRIDE]; // prefetch: DISTANCE * STRIDE t0
    ++Counts[bucket(Value)];
  }
}

static uint64_t walkAll(const char *Data, size_t Number) {
  uint64_t Counts[Buckets] = {0};
  for (size_t Line = 0; Line < STRIDE; Line += 64)
    walk(&Data[Line], Number, Counts);
  return checksumOf(Counts);
}

int main(int argc, char **argv) {
  size_t Number = bytesOf(argc, argv) / STRIDE;
  char *Data = (char *)allocate(Number * STRIDE);
  for (size_t I = 0; I < Number * STRIDE; I += 64)
    *(uint32_t *)&Data[I] = random32();
  MEASURE(walkAll(Data, Number));
}
