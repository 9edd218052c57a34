// Checks around calls that throw, in landing pads and after them.
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#define NOINLINE __attribute__((noinline))

struct Shape {
  virtual ~Shape() = default;
  virtual long area(long Scale) const = 0;
};
struct Square : Shape {
  long Side;
  explicit Square(long Side) : Side(Side) {}
  long area(long Scale) const override {
    if (Side % 5 == 3)
      throw std::runtime_error("side " + std::to_string(Side));
    return Side * Side * Scale;
  }
};

struct Guard {
  long &Count;
  ~Guard() { Count += 3; }
};

NOINLINE static long total(const std::vector<std::unique_ptr<Shape>> &All,
                           long &Count) {
  long Sum = 0;
  for (const auto &S : All) {
    Guard G{Count};
    try {
      Sum += S->area(Count & 3);
    } catch (const std::runtime_error &E) {
      Sum ^= static_cast<long>(std::string(E.what()).size()) << 5;
      if (Sum % 7 == 2)
        throw;
    }
  }
  return Sum;
}

int main() {
  unsigned long Checksum = 7;
  for (long N = 1; N != 60; ++N) {
    std::vector<std::unique_ptr<Shape>> All;
    for (long I = 0; I != N; ++I)
      All.push_back(std::make_unique<Square>(I * N % 41));
    long Count = N;
    try {
      Checksum = Checksum * 31 + static_cast<unsigned long>(total(All, Count));
    } catch (const std::exception &E) {
      Checksum = Checksum * 37 + static_cast<unsigned long>(E.what()[5]);
    }
    Checksum ^= static_cast<unsigned long>(Count) << 3;
  }
  std::printf("checksum %lx\n", Checksum);
}
