// Forces between particles, as in molecular dynamics: each has a list of
// neighbours, of which those beyond the cut-off are skipped after their place
// was read. Floating point throughout.
#include "../../common.h"

typedef struct {
  float X, Y, Z, Charge;
} Particle;

enum { Neighbours = 12 };

KERNEL static double energy(const Particle *P, const uint32_t *Lists,
                            size_t Count) {
  double Sum = 0;
  for (size_t I = 0; I < Count; ++I) {
    const uint32_t *List = &Lists[I * Neighbours];
    Particle Own = P[I];
    for (size_t N = 0; N < Neighbours; ++N) {
      // The lists follow each other.
      BY_HAND(&P[List[I + DISTANCE < Count ? N + DISTANCE : N]]);
      const Particle *Other = &P[List[N]];
      float X = Own.X - Other->X, Y = Own.Y - Other->Y, Z = Own.Z - Other->Z;
      float Square = X * X + Y * Y + Z * Z;
      if (Square > 0.5f)
        continue;
      Sum += Own.Charge * Other->Charge / (Square + 0.01f);
    }
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Each = sizeof(Particle) + Neighbours * sizeof(uint32_t);
  size_t Count = bytesOf(argc, argv) / Each;
  Particle *P = (Particle *)allocate(Count * sizeof(Particle));
  uint32_t *Lists =
      (uint32_t *)allocate((Count * Neighbours + DISTANCE) * sizeof(uint32_t));
  for (size_t I = 0; I < Count; ++I) {
    P[I].X = random32() % 1024 / 1024.0f;
    P[I].Y = random32() % 1024 / 1024.0f;
    P[I].Z = random32() % 1024 / 1024.0f;
    P[I].Charge = random32() % 2 ? 1 : -1;
    for (size_t N = 0; N < Neighbours; ++N)
      Lists[I * Neighbours + N] = random32() % Count;
  }
  MEASURE(({
    union {
      double Sum;
      uint64_t Bits;
    } Result = {energy(P, Lists, Count)};
    Result.Bits;
  }));
}
