// Virtual functions of objects that lie anywhere: the object's first line has
// what decides which function is called.
#include "../../common.h"
#include <new>

namespace {

struct Shape {
  virtual double area() const = 0;

protected:
  ~Shape() = default;
};

struct Circle final : Shape {
  double Radius;
  explicit Circle(double R) : Radius(R) {}
  double area() const override { return 3 * Radius * Radius; }
};

struct Box final : Shape {
  double Width, Height;
  Box(double W, double H) : Width(W), Height(H) {}
  double area() const override { return Width * Height; }
};

struct Ring final : Shape {
  double Outer, Inner;
  Ring(double O, double I) : Outer(O), Inner(I) {}
  double area() const override { return 3 * (Outer * Outer - Inner * Inner); }
};

} // namespace

KERNEL static double areaOf(const Shape *const *Shapes, size_t Count) {
  double Sum = 0;
  for (size_t I = 0; I < Count; ++I) {
    BY_HAND(Shapes[I + DISTANCE < Count ? I + DISTANCE : I]);
    Sum += Shapes[I]->area();
  }
  return Sum;
}

int main(int argc, char **argv) {
  enum { Room = 96 };
  size_t Count = bytesOf(argc, argv) / (Room + sizeof(Shape *));
  char *Memory = static_cast<char *>(allocate(Count * Room));
  auto **Shapes = static_cast<Shape **>(allocate(Count * sizeof(Shape *)));
  uint32_t *Order = shuffled(Count);
  for (size_t I = 0; I < Count; ++I) {
    void *At = &Memory[Order[I] * static_cast<size_t>(Room)];
    double Size = random32() % 1000;
    switch (random32() % 3) {
    case 0:
      Shapes[I] = new (At) Circle(Size);
      break;
    case 1:
      Shapes[I] = new (At) Box(Size, Size + 1);
      break;
    default:
      Shapes[I] = new (At) Ring(Size + 1, Size);
    }
  }
  MEASURE(({
    double Sum = areaOf(Shapes, Count);
    uint64_t Bits;
    __builtin_memcpy(&Bits, &Sum, sizeof(Bits));
    Bits;
  }));
}
