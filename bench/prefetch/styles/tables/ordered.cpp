// The book of a stock exchange: a std::map of orders by price, walked from the
// lowest to the highest. The next node comes from the last one, and an iterator
// ahead would wait for the same misses.
#include "../../common.h"
#include <iterator>
#include <map>

namespace {

struct Order {
  uint32_t Owner, Amount, Left;
  uint64_t Data[3];
};

using Book = std::map<uint64_t, Order>;

} // namespace

KERNEL static uint64_t valueOf(const Book &Orders) {
  uint64_t Value = 0;
#ifdef PREFETCH_BY_HAND
  auto Ahead = Orders.begin();
  for (int I = 0; I < DISTANCE && Ahead != Orders.end(); ++I)
    ++Ahead;
#endif
  for (auto At = Orders.begin(), End = Orders.end(); At != End; ++At) {
#ifdef PREFETCH_BY_HAND
    if (Ahead != End) {
      BY_HAND(&Ahead->second);
      ++Ahead;
    }
#endif
    const auto &[Price, O] = *At;
    if (O.Left)
      Value += Price * O.Left / (O.Amount | 1);
  }
  return Value;
}

int main(int argc, char **argv) {
  enum { NodeBytes = 96 };
  size_t Count = bytesOf(argc, argv) / NodeBytes;
  Book Orders;
  for (size_t I = 0; I < Count; ++I) {
    uint32_t Amount = random32() % 1000;
    Orders.emplace(random32(),
                   Order{static_cast<uint32_t>(I), Amount, Amount / 2, {}});
  }
  publish(&Orders);
  MEASURE(valueOf(Orders));
}
