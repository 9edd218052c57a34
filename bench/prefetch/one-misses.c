// Four streams in one loop: three are sequential, which the processor fetches
// itself, and the fourth reads one line of each record.
#include "buckets.h"
#include "common.h"

enum { Record = 832 };

KERNEL static void count(const uint32_t *A, const uint32_t *B, uint32_t *Out,
                         const char *Records, size_t Number, uint64_t *Counts) {
  for (size_t I = 0; I < Number; ++I) {
    BY_HAND(&Records[(I + DISTANCE) * Record]);
    uint32_t Value =
        *(const uint32_t *)&Records[I * Record]; // prefetch: DISTANCE * 832 t0
    ++Counts[bucket(Value ^ A[I])];
    Out[I] = Value + B[I];
  }
}

int main(int argc, char **argv) {
  size_t Number = bytesOf(argc, argv) / Record;
  char *Records = (char *)allocate(Number * Record);
  uint32_t *A = (uint32_t *)allocate(Number * sizeof(uint32_t));
  uint32_t *B = (uint32_t *)allocate(Number * sizeof(uint32_t));
  uint32_t *Out = (uint32_t *)allocate(Number * sizeof(uint32_t));
  for (size_t I = 0; I < Number; ++I)
    B[I] = random32();
  for (size_t I = 0; I < Number * Record; I += 64)
    *(uint32_t *)&Records[I] = random32();
  uint64_t Counts[Buckets] = {0};
  MEASURE(({
    for (size_t Line = 0; Line < Record; Line += 64)
      count(A, B, Out, &Records[Line], Number, Counts);
    checksumOf(Counts);
  }));
}
