// Reads several fields of each large record, each in a line of its own, and
// looks each up in a table. Each field wants a hint of its own. Each pass takes
// other fields, so that none is in the caches when its turn comes.
#include "buckets.h"
#include "common.h"

#ifndef DISTANCE
#define DISTANCE 64
#endif

typedef struct {
  uint32_t Amount, Rest[15];
} Field;

typedef struct {
  Field Price[5], Weight[5], Owner[5], Other[2]; // 1088 bytes
} Record;

KERNEL static void count(const Record *Records, size_t Number, size_t F,
                         uint64_t *Counts) {
  for (size_t I = 0; I < Number; ++I) {
    const Record *R = &Records[I];
    BY_HAND(&R[DISTANCE].Price[F]);
    BY_HAND(&R[DISTANCE].Weight[F]);
    BY_HAND(&R[DISTANCE].Owner[F]);
    ++Counts[bucket(R->Price[F].Amount)];  // prefetch: 64 * 1088 t0
    ++Counts[bucket(R->Weight[F].Amount)]; // prefetch: 64 * 1088 t0
    ++Counts[bucket(R->Owner[F].Amount)];  // prefetch: 64 * 1088 t0
  }
}

static uint64_t countAll(const Record *Records, size_t Number) {
  uint64_t Counts[Buckets] = {0};
  for (size_t F = 0; F < 5; ++F)
    count(Records, Number, F, Counts);
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
  MEASURE(countAll(Records, Number));
}
