// Reads one field of each large record, and looks it up in a table. Each pass
// reads another field, so that none is in the caches.
#include "buckets.h"
#include "common.h"

typedef struct {
  struct {
    uint32_t Amount, Rest[15];
  } Fields[RECORD / 64];
} Record;

KERNEL static void count(const Record *Records, size_t Number, size_t Field,
                         uint64_t *Counts) {
  for (size_t I = 0; I < Number; ++I) {
    BY_HAND(&Records[I + DISTANCE].Fields[Field]);
    const Record *R = &Records[I];
    uint32_t Amount = R->Fields[Field].Amount; // prefetch: DISTANCE * RECORD t0
    ++Counts[bucket(Amount)];
  }
}

static uint64_t countAll(const Record *Records, size_t Number) {
  uint64_t Counts[Buckets] = {0};
  for (size_t Field = 0; Field < RECORD / 64; ++Field)
    count(Records, Number, Field, Counts);
  return checksumOf(Counts);
}

int main(int argc, char **argv) {
  size_t Number = bytesOf(argc, argv) / sizeof(Record);
  Record *Records = (Record *)allocate(Number * sizeof(Record));
  for (size_t I = 0; I < Number; ++I)
    for (size_t Field = 0; Field < RECORD / 64; ++Field)
      Records[I].Fields[Field].Amount = random32();
  MEASURE(countAll(Records, Number));
}
