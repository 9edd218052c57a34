// A field on a grid, read at the places of particles: trilinear interpolation
// between eight corners in four rows. The address is computed from
// floating-point numbers.
#include "../../common.h"

typedef struct {
  float X, Y, Z;
} Point;

static inline size_t cornerOf(const Point *P, size_t Side) {
  return ((size_t)P->Z * Side + (size_t)P->Y) * Side + (size_t)P->X;
}

KERNEL static double sample(const float *Field, size_t Side, const Point *P,
                            size_t Count) {
  double Sum = 0;
  for (size_t I = 0; I < Count; ++I) {
#ifdef PREFETCH_BY_HAND
    const float *Ahead =
        &Field[cornerOf(&P[I + DISTANCE < Count ? I + DISTANCE : I], Side)];
    BY_HAND(Ahead);
    BY_HAND(Ahead + Side);
    BY_HAND(Ahead + Side * Side);
    BY_HAND(Ahead + Side * Side + Side);
#endif
    const float *C = &Field[cornerOf(&P[I], Side)];
    float X = P[I].X - (size_t)P[I].X, Y = P[I].Y - (size_t)P[I].Y,
          Z = P[I].Z - (size_t)P[I].Z;
    const float *D = C + Side * Side;
    float Near = (C[0] * (1 - X) + C[1] * X) * (1 - Y) +
                 (C[Side] * (1 - X) + C[Side + 1] * X) * Y;
    float Far = (D[0] * (1 - X) + D[1] * X) * (1 - Y) +
                (D[Side] * (1 - X) + D[Side + 1] * X) * Y;
    Sum += Near * (1 - Z) + Far * Z;
  }
  return Sum;
}

int main(int argc, char **argv) {
  // Three quarters are the field.
  size_t Bytes = bytesOf(argc, argv), Side = 2;
  while ((Side + 1) * (Side + 1) * (Side + 1) * sizeof(float) <= Bytes / 4 * 3)
    ++Side;
  size_t Count = Bytes / 4 / sizeof(Point);
  float *Field = (float *)allocate(Side * Side * Side * sizeof(float));
  Point *P = (Point *)allocate(Count * sizeof(Point));
  for (size_t I = 0; I < Side * Side * Side; ++I)
    Field[I] = random32() % 1000;
  for (size_t I = 0; I < Count; ++I) {
    P[I].X = random32() % ((Side - 2) * 16) / 16.0f;
    P[I].Y = random32() % ((Side - 2) * 16) / 16.0f;
    P[I].Z = random32() % ((Side - 2) * 16) / 16.0f;
  }
  MEASURE(({
    union {
      double Sum;
      uint64_t Bits;
    } Result = {sample(Field, Side, P, Count)};
    Result.Bits;
  }));
}
