// The mark phase of a garbage collector: objects of several sizes, and a stack
// of those that are still to be marked.
#include "../../common.h"

typedef struct Object {
  uint32_t Cycle; // The collection that has marked it last.
  uint32_t Links;
  struct Object *Link[]; // Then other fields.
} Object;

KERNEL static uint64_t mark(Object **Stack, Object *Root, uint32_t Cycle) {
  uint64_t Marked = 0;
  size_t Top = 0;
  Stack[Top++] = Root;
#ifdef PREFETCH_BY_HAND
  // A queue between the stack and the objects, so that prefetches have time.
  Object *Queue[DISTANCE] = {0};
  size_t At = 0, Waiting = 0;
#endif
  for (;;) {
#ifdef PREFETCH_BY_HAND
    Object *Next = Top ? Stack[--Top] : NULL;
    BY_HAND(Next);
    Object *O = Queue[At];
    Queue[At] = Next;
    At = (At + 1) % DISTANCE;
    Waiting += (Next != NULL) - (size_t)(O != NULL);
    if (!O) {
      if (!Waiting)
        break;
      continue;
    }
#else
    if (!Top)
      break;
    Object *O = Stack[--Top];
#endif
    if (O->Cycle == Cycle)
      continue;
    O->Cycle = Cycle;
    ++Marked;
    for (uint32_t L = 0; L < O->Links; ++L)
      if (O->Link[L])
        Stack[Top++] = O->Link[L];
  }
  return Marked;
}

int main(int argc, char **argv) {
  // A slot is an object's with up to six links and other fields.
  enum { Mean = 72, MaxLinks = 4 };
  size_t Count = bytesOf(argc, argv) / (Mean + (MaxLinks + 1) * 8);
  char *Heap = (char *)allocate(Count * Mean * 2);
  Object **Objects = (Object **)allocate(Count * sizeof(Object *));
  Object **Stack = (Object **)allocate((Count * MaxLinks + 1) * 8);
  size_t Used = 0, Links = 0;
  for (size_t I = 0; I < Count; ++I) {
    Objects[I] = (Object *)&Heap[Used];
    Objects[I]->Links = random32() % (MaxLinks + 1);
    Links += Objects[I]->Links;
    Used += sizeof(Object) + Objects[I]->Links * 8 + random32() % 10 * 8;
  }
  for (size_t I = 0; I < Count; ++I)
    for (uint32_t L = 0; L < Objects[I]->Links; ++L)
      Objects[I]->Link[L] = random32() % 8 ? Objects[random32() % Count] : NULL;
  size_t Root = 0;
  while (Objects[Root]->Links < MaxLinks)
    ++Root;
  uint32_t Cycle = 0;
  MEASURE(mark(Stack, Objects[Root], ++Cycle) * Links);
}
