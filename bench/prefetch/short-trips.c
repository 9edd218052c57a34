// Short walks by a constant stride that begin anywhere: 12 records of 1088
// bytes from each of many places. The prefetches of a walk are for its own
// records or useless.
#include "buckets.h"
#include "common.h"

enum { Trips = 12, Record = 1088 };

KERNEL static void walk(const char *Data, uint64_t *Counts) {
  for (size_t I = 0; I < Trips; ++I) {
    BY_HAND(&Data[(I + DISTANCE) * Record]);
    uint32_t Value =
        *(const uint32_t *)&Data[I * Record]; // prefetch: DISTANCE * 1088 t0
    ++Counts[bucket(Value)];
  }
}

KERNEL static uint64_t walkAll(const char *Data, const uint32_t *Order,
                               size_t Number) {
  uint64_t Counts[Buckets] = {0};
  for (size_t I = 0; I < Number; ++I)
    walk(&Data[(size_t)Order[I] * Trips * Record], Counts);
  return checksumOf(Counts);
}

int main(int argc, char **argv) {
  size_t Number = bytesOf(argc, argv) / (Trips * Record);
  char *Data = (char *)allocate(Number * Trips * Record);
  for (size_t I = 0; I < Number * Trips * Record; I += 64)
    *(uint32_t *)&Data[I] = random32();
  uint32_t *Order = shuffled(Number);
  uint64_t All = 0;
  MEASURE(({
    for (size_t Line = 0; Line < Record; Line += 64)
      All = All * 31 + walkAll(&Data[Line], Order, Number);
    All;
  }));
}
