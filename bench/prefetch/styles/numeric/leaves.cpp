// Nearest neighbours: the leaves of a k-d tree that a search has left over for
// each query are scanned, query by query.
#include "../../common.h"
#include <algorithm>
#include <cstdint>
#include <vector>

namespace {

struct Point {
  float X, Y, Z;
};

struct Leaf {
  uint32_t Size;
  uint32_t Ids[12];
  Point Points[12];
};

struct Query {
  Point At;
  uint32_t Nearest;
  float Distance;
};

struct Visit {
  uint32_t Query, Leaf;
};

float squared(const Point &A, const Point &B) {
  float X = A.X - B.X, Y = A.Y - B.Y, Z = A.Z - B.Z;
  return X * X + Y * Y + Z * Z;
}

} // namespace

KERNEL static void search(const std::vector<Leaf> &Leaves,
                          const std::vector<Visit> &Visits,
                          std::vector<Query> &Queries) {
  for (size_t I = 0, Count = Visits.size(); I < Count; ++I) {
#ifdef PREFETCH_BY_HAND
    const char *Ahead = reinterpret_cast<const char *>(
        &Leaves[Visits[std::min(I + DISTANCE, Count - 1)].Leaf]);
    for (size_t At = 0; At < sizeof(Leaf); At += 64)
      BY_HAND(Ahead + At);
#endif
    const auto &[Q, L] = Visits[I];
    const Leaf &Scanned = Leaves[L];
    Query &Now = Queries[Q];
    for (uint32_t P = 0; P < Scanned.Size; ++P) {
      float D = squared(Scanned.Points[P], Now.At);
      if (D < Now.Distance) {
        Now.Distance = D;
        Now.Nearest = Scanned.Ids[P];
      }
    }
  }
}

int main(int argc, char **argv) {
  size_t Bytes = bytesOf(argc, argv), Count = Bytes / 4 * 3 / sizeof(Leaf);
  std::vector<Leaf> Leaves(Count);
  uint32_t Id = 0;
  auto Anywhere = [] {
    uint64_t Random = random32();
    return Point{float(Random % 1024), float(Random >> 10 & 1023),
                 float(Random >> 20 & 1023)};
  };
  for (Leaf &L : Leaves) {
    L.Size = 6 + random32() % 7;
    for (uint32_t P = 0; P < L.Size; ++P) {
      L.Ids[P] = Id++;
      L.Points[P] = Anywhere();
    }
  }
  std::vector<Query> Queries(Bytes / 4 / (sizeof(Query) + 4 * sizeof(Visit)));
  std::vector<Visit> Visits;
  for (uint32_t Q = 0; Q < Queries.size(); ++Q) {
    Queries[Q] = {Anywhere(), 0, 1e30f};
    for (uint64_t N = 1 + random32() % 7; N; --N)
      Visits.push_back({Q, static_cast<uint32_t>(random32() % Count)});
  }
  publish(&Leaves);
  publish(&Visits);
  publish(&Queries);
  MEASURE_THEN(search(Leaves, Visits, Queries),
               checksumOfMemory(Queries.data(), Queries.size() * 20 / 8 * 8));
}
