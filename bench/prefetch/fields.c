// Reads several fields of each large record, each in a line of its own, and
// looks each up in a table. Each field needs a hint of its own. Half of the
// records are dead, so no stride repeats. Each pass reads other fields, so that
// none is in the caches.
#include "buckets.h"
#include "common.h"

typedef struct {
  uint32_t Amount, Rest[15];
} Field;

typedef struct {
  Field Price[5], Weight[5], Owner[5], Other; // 1024 bytes
} Record;

KERNEL static void count(const Record *Records, const uint8_t *Dead,
                         size_t Number, size_t F, uint64_t *Counts) {
  for (size_t I = 0; I < Number; ++I) {
    if (Dead[I])
      continue;
    const Record *R = &Records[I];
    BY_HAND(&R[DISTANCE].Price[F]);
    BY_HAND(&R[DISTANCE].Weight[F]);
    BY_HAND(&R[DISTANCE].Owner[F]);
    uint32_t Price = R->Price[F].Amount; // prefetch: DISTANCE * 1024 t0
    ++Counts[bucket(Price)];
    uint32_t Weight = R->Weight[F].Amount; // prefetch: DISTANCE * 1024 t0
    ++Counts[bucket(Weight)];
    uint32_t Owner = R->Owner[F].Amount; // prefetch: DISTANCE * 1024 t0
    ++Counts[bucket(Owner)];
  }
}

static uint64_t countAll(const Record *Records, const uint8_t *Dead,
                         size_t Number) {
  uint64_t Counts[Buckets] = {0};
  for (size_t F = 0; F < 5; ++F)
    count(Records, Dead, Number, F, Counts);
  return checksumOf(Counts);
}

int main(int argc, char **argv) {
  size_t Number = bytesOf(argc, argv) / sizeof(Record);
  Record *Records = (Record *)allocate(Number * sizeof(Record));
  for (size_t I = 0; I < Number; ++I)
    for (size_t F = 0; F < 5; ++F) {
      Records[I].Price[F].Amount = random32();
      Records[I].Weight[F].Amount = random32();
      Records[I].Owner[F].Amount = random32();
    }
  uint8_t *Dead = (uint8_t *)allocate(Number);
  for (size_t I = 0; I < Number; ++I)
    Dead[I] = random32() % 2;
  MEASURE(countAll(Records, Dead, Number));
}
