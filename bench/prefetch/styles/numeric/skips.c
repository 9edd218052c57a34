// Records of 320 bytes, from the last to the first: each says by its contents
// how many are skipped, so the next index waits for it.
#include "../../common.h"
#include <stddef.h>

typedef struct {
  uint32_t Skip, Value;
  uint64_t Rest[39];
} Record;

KERNEL static uint64_t sum(const Record *Records, size_t Count) {
  uint64_t Sum = 0;
  for (ptrdiff_t I = (ptrdiff_t)Count - 1; I >= 0;) {
    BY_HAND(&Records[I - DISTANCE]);
    const Record *R = &Records[I];
    Sum = Sum * 31 + R->Value;
    I -= 1 + (R->Skip & 1);
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / sizeof(Record);
  Record *Records = (Record *)allocate(Count * sizeof(Record));
  for (size_t I = 0; I < Count; ++I) {
    Records[I].Skip = random32();
    Records[I].Value = random32();
  }
  MEASURE(sum(Records, Count));
}
