// A cache with a hash table and a list of the least recently used: what is
// found moves to the list's head, else the last one gets the key.
#include "../../common.h"

typedef struct Entry {
  struct Entry *Before, *After, *Next;
  uint64_t Key, Hits;
  char Value[56];
} Entry;

typedef struct {
  Entry **Buckets, *Entries;
  size_t Mask;
  Entry Head; // Of the ring.
} Cache;

static inline size_t bucketOf(const Cache *C, uint64_t Key) {
  return (Key * 0x9e3779b97f4a7c15u >> 20) & C->Mask;
}

static inline void unlinkEntry(Entry *E) {
  E->Before->After = E->After;
  E->After->Before = E->Before;
}

static inline void pushFront(Cache *C, Entry *E) {
  E->Before = &C->Head;
  E->After = C->Head.After;
  E->After->Before = E;
  C->Head.After = E;
}

KERNEL static uint64_t serve(Cache *C, const uint32_t *Requests, size_t Count) {
  uint64_t Hits = 0;
  for (size_t I = 0; I < Count; ++I) {
#ifdef PREFETCH_BY_HAND
    if (I + 2 * DISTANCE < Count) {
      BY_HAND(&C->Buckets[bucketOf(C, Requests[I + 2 * DISTANCE])]);
      BY_HAND(C->Buckets[bucketOf(C, Requests[I + DISTANCE])]);
    }
#endif
    uint32_t Key = Requests[I];
    Entry **Bucket = &C->Buckets[bucketOf(C, Key)], *E = *Bucket;
    while (E && E->Key != Key)
      E = E->Next;
    if (E) {
      ++E->Hits;
      ++Hits;
      unlinkEntry(E);
    } else {
      E = C->Head.Before;
      unlinkEntry(E);
      Entry **Link = &C->Buckets[bucketOf(C, E->Key)];
      while (*Link != E)
        Link = &(*Link)->Next;
      *Link = E->Next;
      E->Key = Key;
      Bucket = &C->Buckets[bucketOf(C, Key)];
      E->Next = *Bucket;
      *Bucket = E;
    }
    pushFront(C, E);
  }
  return Hits;
}

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / (sizeof(Entry) + 8 + 4), Buckets = 1;
  while (Buckets < Count)
    Buckets *= 2;
  Cache C;
  C.Buckets = (Entry **)allocate(Buckets * sizeof(Entry *));
  C.Entries = (Entry *)allocate(Count * sizeof(Entry));
  C.Mask = Buckets - 1;
  C.Head.Before = C.Head.After = &C.Head;
  uint32_t *Order = shuffled(Count);
  for (size_t I = 0; I < Count; ++I) {
    Entry *E = &C.Entries[Order[I]];
    E->Key = I;
    Entry **Bucket = &C.Buckets[bucketOf(&C, I)];
    E->Next = *Bucket;
    *Bucket = E;
    pushFront(&C, E);
  }
  uint32_t *Requests = (uint32_t *)allocate(Count * sizeof(uint32_t));
  // One in eleven is not there.
  for (size_t I = 0; I < Count; ++I)
    Requests[I] = random32() % (Count + Count / 10);
  MEASURE(serve(&C, Requests, Count));
}
