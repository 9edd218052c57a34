// An event queue, a binary heap of structures: the first event is replaced by a
// later one, which sinks to its place.
#include "../../common.h"

typedef struct {
  uint64_t Time;
  uint32_t Kind, Target;
  uint64_t Data[2];
} Event;

KERNEL static uint64_t simulate(Event *Heap, size_t Count, size_t Steps) {
  uint64_t Sum = 0, State = 1;
  for (size_t Step = 0; Step < Steps; ++Step) {
    Event E = Heap[0];
    Sum = Sum * 31 + E.Time + E.Target;
    State = State * 6364136223846793005u + 1442695040888963407u;
    E.Time += 1 + (State >> 33) % (Count * 4);
    size_t At = 0;
    for (;;) {
      size_t Child = At * 2 + 1;
      BY_HAND(&Heap[(Child + 1) * DISTANCE < Count ? (Child + 1) * DISTANCE
                                                   : Child]);
      if (Child + 1 >= Count)
        break;
      Child += Heap[Child + 1].Time < Heap[Child].Time;
      if (Heap[Child].Time >= E.Time)
        break;
      Heap[At] = Heap[Child];
      At = Child;
    }
    Heap[At] = E;
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Count = bytesOf(argc, argv) / sizeof(Event);
  Event *Heap = (Event *)allocate(Count * sizeof(Event));
  uint64_t Time = 0;
  for (size_t I = 0; I < Count; ++I)
    Heap[I] = (Event){Time += random32() % 8, 0, random32(), {I, I}};
  MEASURE(simulate(Heap, Count, 200000));
}
