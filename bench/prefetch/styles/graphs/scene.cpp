// The bounds of a scene: its nodes are owned by unique pointers, and each has a
// matrix and a vector of a few points.
#include "../../common.h"
#include <algorithm>
#include <memory>
#include <vector>

namespace {

struct Point {
  float X, Y, Z;
};

struct Node {
  float Matrix[12];
  std::vector<Point> Points;
  bool IsVisible;
};

using Scene = std::vector<std::unique_ptr<Node>>;

} // namespace

KERNEL static float boundsOf(const Scene &Nodes) {
  float Highest = 0, Sum = 0;
  for (size_t I = 0, Count = Nodes.size(); I < Count; ++I) {
#ifdef PREFETCH_BY_HAND
    if (I + 2 * DISTANCE < Count) {
      const Node *Ahead = Nodes[I + 2 * DISTANCE].get();
      BY_HAND(Ahead->Matrix);
      BY_HAND(&Ahead->IsVisible);
      const Point *Points = Nodes[I + DISTANCE]->Points.data();
      BY_HAND(Points);
      BY_HAND(reinterpret_cast<const char *>(Points) + 64);
    }
#endif
    const Node &N = *Nodes[I];
    if (!N.IsVisible)
      continue;
    const float *M = N.Matrix;
    float Top = -1e30f;
    for (const Point &P : N.Points)
      Top = std::max(Top, M[4] * P.X + M[5] * P.Y + M[6] * P.Z + M[7]);
    Highest = std::max(Highest, Top);
    Sum += Top;
  }
  return Sum + Highest;
}

int main(int argc, char **argv) {
  enum { NodeBytes = 220 }; // With its points and what malloc needs.
  size_t Count = bytesOf(argc, argv) / NodeBytes;
  Scene Nodes(Count);
  for (auto &N : Nodes) {
    N = std::make_unique<Node>();
    for (float &F : N->Matrix)
      F = random32() % 100;
    N->IsVisible = random32() % 8 != 0;
  }
  uint32_t *Order = shuffled(Count);
  for (size_t I = 0; I < Count; ++I) {
    auto &Points = Nodes[Order[I]]->Points;
    Points.resize(4 + random32() % 7);
    for (Point &P : Points)
      P = {float(random32() % 100), float(random32() % 100), 1};
  }
  // The order in which they are drawn.
  for (size_t I = Count; I > 1; --I)
    std::swap(Nodes[I - 1], Nodes[random32() % I]);
  free(Order);
  publish(&Nodes);
  MEASURE(static_cast<uint64_t>(boundsOf(Nodes)));
}
