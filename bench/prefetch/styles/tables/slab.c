// An allocator frees a batch of objects: the slab of each begins with what is
// known of it, found by the object's address alone, and the object itself
// becomes the first of the slab's free list.
#include "../../common.h"

enum { SlabBytes = 2048 };

typedef struct Free {
  struct Free *Next;
} Free;

typedef struct Slab {
  Free *First;
  uint32_t Size, Used;
  uint64_t InUse; // A bit for each object.
  struct Slab *NextEmpty;
} Slab;

KERNEL static Slab *release(char *const *Objects, size_t Count) {
  Slab *Empty = NULL;
  for (size_t I = 0; I < Count; ++I) {
#ifdef PREFETCH_BY_HAND
    const char *Ahead = Objects[I + DISTANCE < Count ? I + DISTANCE : I];
    BY_HAND((uintptr_t)Ahead & -(uintptr_t)SlabBytes);
    BY_HAND(Ahead);
#endif
    char *Object = Objects[I];
    Slab *S = (Slab *)((uintptr_t)Object & -(uintptr_t)SlabBytes);
    size_t Index = (Object - (char *)(S + 1)) / S->Size;
    uint64_t Bit = (uint64_t)1 << Index;
    if (!(S->InUse & Bit))
      continue; // Freed twice.
    S->InUse ^= Bit;
    Free *F = (Free *)Object;
    F->Next = S->First;
    S->First = F;
    if (--S->Used == 0) {
      S->NextEmpty = Empty;
      Empty = S;
    }
  }
  return Empty;
}

// All objects are in use again.
static void refill(char *Heap, size_t Slabs) {
  for (size_t I = 0; I < Slabs; ++I) {
    Slab *S = (Slab *)&Heap[I * SlabBytes];
    S->Used = (SlabBytes - sizeof(Slab)) / S->Size;
    S->InUse = UINT64_MAX;
    S->First = NULL;
  }
}

static uint64_t checksumOf(const Slab *S, const char *Heap) {
  uint64_t Sum = 0;
  for (; S; S = S->NextEmpty)
    Sum = Sum * 31 + ((const char *)S - Heap) + S->Size;
  return Sum;
}

int main(int argc, char **argv) {
  // With two pointers for each object: of half the slab's size on average.
  size_t Slabs = bytesOf(argc, argv) / (SlabBytes + SlabBytes / 4), Count = 0;
  char *Heap = (char *)allocate(Slabs * SlabBytes);
  char **Objects = (char **)allocate(Slabs * 62 * sizeof(char *));
  for (size_t I = 0; I < Slabs; ++I) {
    Slab *S = (Slab *)&Heap[I * SlabBytes];
    S->Size = 32 + random32() % 5 * 16;
    uint32_t Room = (SlabBytes - sizeof(Slab)) / S->Size;
    for (uint32_t O = 0; O < Room; ++O)
      Objects[Count++] = (char *)(S + 1) + O * S->Size;
  }
  for (size_t I = Count; I > 1; --I) {
    size_t J = random32() % I;
    char *Other = Objects[J];
    Objects[J] = Objects[I - 1];
    Objects[I - 1] = Other;
  }
  Slab *Empty;
  MEASURE_THEN(refill(Heap, Slabs);
               Empty = release(Objects, Count), checksumOf(Empty, Heap));
}
