// A spell checker: a table has the hashes of all words without each of their
// letters, and a word with an error is looked up without each of its own, until
// one is found.
#include "../../common.h"
#include <string>
#include <vector>

namespace {

using Table = std::vector<uint32_t>; // Zero is free.

constexpr size_t Longest = 12;

} // namespace

static inline uint32_t hashWithout(const std::string &Word, size_t Letter) {
  uint32_t Hash = 2166136261u;
  for (size_t I = 0; I < Word.size(); ++I)
    if (I != Letter)
      Hash = (Hash ^ static_cast<uint8_t>(Word[I])) * 16777619u;
  Hash ^= Hash >> 15;
  return Hash * 0x9e3779b1u | 1;
}

static inline bool has(const Table &T, uint32_t Hash) {
  size_t Mask = T.size() - 1;
  for (size_t At = Hash >> 1 & Mask; T[At]; At = (At + 1) & Mask)
    if (T[At] == Hash)
      return true;
  return false;
}

KERNEL static uint64_t correct(const Table &T,
                               const std::vector<std::string> &Words) {
  uint64_t Sum = 0;
#ifdef PREFETCH_BY_HAND
  // The hashes of the words ahead, so that none is computed twice.
  uint32_t Hashes[DISTANCE][Longest];
  for (size_t Next = 0, I = 0; I < Words.size(); ++I) {
    for (; Next < Words.size() && Next < I + DISTANCE; ++Next)
      for (size_t L = 0; L < Words[Next].size(); ++L) {
        uint32_t Hash = hashWithout(Words[Next], L);
        BY_HAND(&T[Hash >> 1 & (T.size() - 1)]);
        Hashes[Next % DISTANCE][L] = Hash;
      }
#else
  for (size_t I = 0; I < Words.size(); ++I) {
#endif
    for (size_t L = 0; L < Words[I].size(); ++L) {
#ifdef PREFETCH_BY_HAND
      uint32_t Hash = Hashes[I % DISTANCE][L];
#else
      uint32_t Hash = hashWithout(Words[I], L);
#endif
      if (has(T, Hash)) {
        Sum = Sum * 31 + I + L;
        break;
      }
    }
  }
  return Sum;
}

int main(int argc, char **argv) {
  size_t Slots = 1;
  while (Slots * 2 * sizeof(uint32_t) <= bytesOf(argc, argv))
    Slots *= 2;
  Table T(Slots);
  std::vector<std::string> Words(Slots / 20);
  for (std::string &W : Words) {
    W.resize(6 + random32() % (Longest - 6));
    for (char &C : W)
      C = 'a' + random32() % 26;
    for (size_t L = 0; L < W.size(); ++L) {
      uint32_t Hash = hashWithout(W, L);
      size_t At = Hash >> 1 & (Slots - 1);
      while (T[At])
        At = (At + 1) & (Slots - 1);
      T[At] = Hash;
    }
    W[random32() % W.size()] = 'a' + random32() % 26;
  }
  publish(&T);
  publish(&Words);
  MEASURE(correct(T, Words));
}
