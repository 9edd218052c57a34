// Look-ups, one after the other, of keys that are in an array: in a
// std::unordered_map, with SPARSEHASH in a google::dense_hash_map, or with
// ROBIN in a tsl::robin_map.
#include "../../prefetch/common.h"
#ifdef SPARSEHASH
#include <sparsehash/dense_hash_map>
using Table = google::dense_hash_map<uint64_t, uint64_t>;
#elif defined(ROBIN)
#include <tsl/robin_map.h>
// Its own hash is the key itself.
struct Mixed {
  size_t operator()(uint64_t Key) const { return Key ^ Key >> 32; }
};
using Table = tsl::robin_map<uint64_t, uint64_t, Mixed>;
#else
#include <unordered_map>
using Table = std::unordered_map<uint64_t, uint64_t>;
#endif
#include <vector>

KERNEL static uint64_t lookUp(const Table &T, const uint64_t *Keys, size_t N) {
  uint64_t Sum = 0;
  for (size_t I = 0; I < N; ++I) {
    auto It = T.find(Keys[I]);
    if (It != T.end())
      Sum += It->second;
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t N = bytesOf(argc, argv) / 48;
  Table T;
#ifdef SPARSEHASH
  T.set_empty_key(~uint64_t(0));
#endif
  std::vector<uint64_t> Keys(N);
  for (size_t I = 0; I < N; ++I)
    T[random32() * 0x9e3779b97f4a7c15u] = I;
  Seed = 1;
  for (size_t I = 0; I < N; ++I)
    Keys[I] = random32() * 0x9e3779b97f4a7c15u;
  for (size_t I = N; I > 1; --I)
    std::swap(Keys[I - 1], Keys[random32() % I]);
  MEASURE(lookUp(T, Keys.data(), N));
}
