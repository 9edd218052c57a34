// Walks Redis' dictionary (src/dict.c of Debian's redis) from entry to entry,
// as commands that visit all keys do, and reads what each value has. Entries
// and values lie where malloc and time put them: in random order.
#include "../common.h"
#include "mt19937-64.c"

// What dict.c takes from the rest of Redis.
#define zmalloc malloc
#define zcalloc(Bytes) calloc(1, Bytes)
#define ztrymalloc malloc
#define ztrycalloc(Bytes) calloc(1, Bytes)
#define zfree free
#define __ZMALLOC_H
void _serverAssert(const char *What, const char *File, int Line) {
  fprintf(stderr, "%s:%d: %s\n", File, Line, What);
  abort();
}
#ifdef PREFETCH_BY_HAND
#include "by-hand.c"
#else
#include LIBRARY
#endif

uint64_t siphash(const uint8_t *In, const size_t Length, const uint8_t *Key) {
  uint64_t Hash = 0;
  for (size_t I = 0; I < Length; ++I)
    Hash = (Hash ^ In[I] ^ Key[0]) * 0x100000001b3;
  return Hash;
}
uint64_t siphash_nocase(const uint8_t *In, const size_t Length,
                        const uint8_t *Key) {
  return siphash(In, Length, Key);
}

typedef struct {
  uint32_t Type, References;
  uint64_t Size, Rest[6];
} Value;

static uint64_t hashOf(const void *Key) {
  return (uint64_t)(uintptr_t)Key * 0x9e3779b97f4a7c15 >> 20;
}

static dictType Type = {.hashFunction = hashOf};

KERNEL static uint64_t walk(dict *D) {
  uint64_t Sum = 0;
  dictIterator *I = dictGetIterator(D);
  for (dictEntry *E; (E = dictNext(I));) {
    const Value *V = (const Value *)dictGetVal(E);
    if (V->Type & 1)
      Sum += V->Size;
    else
      Sum ^= V->Size;
  }
  dictReleaseIterator(I);
  return Sum;
}

int main(int argc, char **argv) {
  // An entry, its value, and its place in the table.
  size_t Count = bytesOf(argc, argv) / 128;
  Value *Values = (Value *)allocate(Count * sizeof(Value));
  uint32_t *Order = shuffled(Count);
  dict *D = dictCreate(&Type);
  dictExpand(D, Count);
  for (size_t I = 0; I < Count; ++I) {
    Value *V = &Values[Order[I]];
    V->Type = random32();
    V->Size = random32();
    dictAdd(D, (void *)(uintptr_t)(I + 1), V);
  }
  MEASURE(walk(D));
}
