// A system of a game: entities that have a velocity are moved, if they have a
// place. The components of a kind are in one vector; a sparse vector says where
// in it the one of an entity is.
#include "../../common.h"
#include <vector>

namespace {

constexpr uint32_t None = 0xffffffff;

struct Place {
  float X, Y, Z, Angle;
  uint32_t Zone, Moves;
};

struct Velocity {
  float X, Y, Z;
};

struct World {
  std::vector<uint32_t> PlaceOf; // By entity.
  std::vector<Place> Places;
  std::vector<uint32_t> Moving; // Entities, in the order of Velocities.
  std::vector<Velocity> Velocities;
};

} // namespace

KERNEL static void moveAll(World &W, float Seconds) {
  for (size_t I = 0, Count = W.Moving.size(); I < Count; ++I) {
#ifdef PREFETCH_BY_HAND
    if (I + 2 * DISTANCE < Count) {
      BY_HAND(&W.PlaceOf[W.Moving[I + 2 * DISTANCE]]);
      uint32_t Ahead = W.PlaceOf[W.Moving[I + DISTANCE]];
      if (Ahead != None)
        BY_HAND(&W.Places[Ahead]);
    }
#endif
    uint32_t At = W.PlaceOf[W.Moving[I]];
    if (At == None)
      continue;
    Place &P = W.Places[At];
    const Velocity &V = W.Velocities[I];
    P.X += V.X * Seconds;
    P.Y += V.Y * Seconds;
    P.Z += V.Z * Seconds;
    if (P.X < 0 || P.X > 1000)
      P.Zone ^= 1;
    ++P.Moves;
  }
}

int main(int argc, char **argv) {
  size_t Entities = bytesOf(argc, argv) / 44;
  World W;
  W.PlaceOf.assign(Entities, None);
  uint32_t *Order = shuffled(Entities);
  for (size_t I = 0; I < Entities / 8 * 7; ++I) {
    W.PlaceOf[Order[I]] = W.Places.size();
    W.Places.push_back({float(random32() % 1000), 0, 0, 0, 0, 0});
  }
  free(Order);
  Order = shuffled(Entities);
  for (size_t I = 0; I < Entities; ++I) {
    W.Moving.push_back(Order[I]);
    W.Velocities.push_back({float(random32() % 10) - 5, 1, 2});
  }
  free(Order);
  publish(&W);
  MEASURE_THEN(
      moveAll(W, 0.1f),
      checksumOfMemory(W.Places.data(), W.Places.size() * sizeof(Place)));
}
