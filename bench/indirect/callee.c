// A function that is not inlined gets objects in random order.
#include "../prefetch/common.h"

typedef struct {
  uint64_t Kind, Value, Sum[6];
} Object;

static __attribute__((noinline)) uint64_t visit(Object *Each) {
  if (Each->Kind % 3 == 0)
    Each->Value = Each->Value * 7 + 1;
  else if (Each->Kind % 3 == 1)
    Each->Value ^= Each->Value >> 9;
  return Each->Value;
}

KERNEL static uint64_t visitAll(Object *const *Objects, size_t N) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < N; ++I) {
    BY_HAND(Objects[I + DISTANCE < N ? I + DISTANCE : N - 1]);
    Sum += visit(Objects[I]); // prefetch: DISTANCE indirect
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t N = bytesOf(argc, argv) / sizeof(Object), Visited = N / 4;
  Object *All = (Object *)allocate(N * sizeof(Object));
  Object **Objects = (Object **)allocate(Visited * sizeof(Object *));
  for (size_t I = 0; I < N; ++I)
    All[I] = (Object){random32(), random32(), {0}};
  for (size_t I = 0; I < Visited; ++I)
    Objects[I] = &All[random32() % N];
  MEASURE(visitAll(Objects, Visited));
}
