// Work lists whose elements name objects beside forbidden pages: a stack of
// pointers, one of indexes that holds the sibling only, a queue, a heap; what is
// pushed may be null, or an index that is not there. The results are those without,
// and each access has the reason or what is prefetched.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: clang -O1 -I%S/Inputs %s -o plain && ./plain > expected
// RUN: awk '/^NOINLINE .*\(/ { match($0, /[a-z]+[A-Za-z]*\(/); name = substr($0, RSTART, RLENGTH - 1); first = NR }\
// RUN: /hint:/ { print name ":0:0\n " NR - first ": 0 __prefetch_pushed_0:1" }' %s > hints
// RUN: check() { \
// RUN:   clang -O$level -I%S/Inputs -gmlt -fpass-plugin=%plugin -mllvm -prefetch-hints-file=hints -Rpass=udpc \
// RUN:     -Rpass-missed=udpc %s -o pushed 2> remarks.$level && \
// RUN:   ./pushed | cmp - expected && \
// RUN:   clang -O$level -I%S/Inputs -fpass-plugin=%plugin -mllvm -udpc-prefetch-indirect=1 \
// RUN:     -mllvm -udpc-prefetch-indirect-type=pushed %s -o blind && \
// RUN:   ./blind | cmp - expected; \
// RUN: }
// RUN: each level 1 2 3 -- check
// RUN: FileCheck %s < remarks.2
// CHECK-DAG: pushed.c:[[@LINE+23]]:{{[0-9]+}}: remark: prefetch what is pushed at line [[@LINE+26]],
// CHECK-DAG: pushed.c:[[@LINE+35]]:{{[0-9]+}}: remark: prefetch what is pushed at line [[@LINE+37]],
// CHECK-DAG: pushed.c:[[@LINE+53]]:{{[0-9]+}}: remark: prefetch what is pushed at line [[@LINE+56]],
// CHECK-DAG: pushed.c:[[@LINE+69]]:{{[0-9]+}}: remark: prefetch what is pushed at line [[@LINE+80]],
// CHECK-DAG: no prefetch of what is pushed: nothing in the loop stores to where its address is loaded from
// CHECK-DAG: no prefetch of what is pushed: it is in no loop of the function
#include "guarded.h"

#define NOINLINE __attribute__((noinline)) static

typedef struct Object {
  uint32_t Mark, Links;
  struct Object *Link[6];
} Object;

enum { Count = 3 * Page / sizeof(Object) };

NOINLINE uint64_t mark(Object **Stack, Object *Root) {
  uint64_t Marked = 0;
  size_t Top = 0;
  Stack[Top++] = Root;
  while (Top) {
    Object *O = Stack[--Top];
    if (!O || O->Mark++ == 3) // hint: stack
      continue;
    for (uint32_t I = 0; I < O->Links && O->Mark < 3; ++I)
      Stack[Top++] = O->Link[I];
    Marked = Marked * 31 + O->Mark;
  }
  return Marked;
}

NOINLINE uint64_t walk(const Object *Objects, uint32_t Key) {
  uint32_t Stack[64], Top = 0, Node = 0;
  for (uint64_t Sum = 0;;) {
    const Object *O = &Objects[Node];
    Sum = Sum * 31 + O->Links; // hint: stack of siblings
    if (2 * Node + 2 < Count && (O->Links ^ Key) & 3) {
      Stack[Top++] = 2 * Node + 2;
      Node = 2 * Node + 1;
      continue;
    }
    if (!Top)
      return Sum;
    Node = Stack[--Top];
  }
}

NOINLINE uint64_t breadth(Object *Objects, uint32_t *Queue, uint32_t None) {
  uint64_t Sum = 0;
  size_t Head = 0, Tail = 1;
  for (Queue[0] = 1; Head < Tail; ++Head) {
    uint32_t At = Queue[Head];
    if (At == None)
      continue;
    uint32_t Links = Objects[At].Links; // hint: queue
    Sum = Sum * 31 + Links;
    for (uint32_t I = 0; I < Links && Tail < 4 * Count; ++I)
      Queue[Tail++] = I == 5 ? None : (At * 7 + I * 13) % Count;
  }
  return Sum;
}

typedef struct Event {
  uint64_t At;
  Object *What;
} Event;

NOINLINE uint64_t simulate(Event *Heap, size_t Size, uint64_t Number) {
  uint64_t Sum = 0;
  while (Size && Number--) {
    Event First = Heap[0], Last;
    Sum = Sum * 31 + First.What->Links; // hint: heap
    Last.At = First.At + First.What->Links % 5 + 1;
    Last.What = First.What->Link[0] ? First.What->Link[0] : First.What;
    size_t Hole = 0;
    for (size_t Child = 1; Child < Size; Child = 2 * Hole + 1) {
      Child += Child + 1 < Size && Heap[Child + 1].At < Heap[Child].At;
      if (Heap[Child].At >= Last.At)
        break;
      Heap[Hole] = Heap[Child];
      Hole = Child;
    }
    Heap[Hole] = Last;
  }
  return Sum;
}

NOINLINE uint64_t chase(Object **List, const Object *O) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < 99; ++I)
    Sum += List[I] ? List[I]->Links : 0; // hint: not a work list
  return Sum + O->Links;                 // hint: no loop
}

int main(void) {
  for (int AtEnd = 0; AtEnd < 2; ++AtEnd) {
    Object *Objects = between(Count * sizeof(Object), AtEnd);
    Object **Stack = between(Count * 32 * sizeof(Object *), 0);
    uint32_t *Queue = between(Count * 4 * sizeof(uint32_t), AtEnd);
    Event *Heap = between(100 * sizeof(Event), AtEnd);
    for (size_t I = 0; I < Count; ++I) {
      Objects[I].Links = random32() % 7;
      for (int L = 0; L < 6; ++L)
        Objects[I].Link[L] = random32() % 4 ? &Objects[random32() % Count] : 0;
    }
    Objects[0].Links = Objects[1].Links = 6;
    for (size_t I = 0; I < 100; ++I)
      Heap[I] = (Event){I, &Objects[I]};
    printNumber(mark(Stack, Objects), '\n');
    printNumber(walk(Objects, 1), '\n');
    printNumber(breadth(Objects, Queue, ~0u), '\n');
    printNumber(simulate(Heap, 100, 5000), '\n');
    printNumber(chase(Stack, Objects), '\n');
  }
}
