//===- TestMemory.h - Memory whose latency is measured ----------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CALIBRATE_TESTMEMORY_H
#define UDPC_TOOLS_UDPC_CALIBRATE_TESTMEMORY_H

#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace udpc {

/// A line of the cache that has the address of another.
struct ChainLine {
  const ChainLine *Next;
  char Rest[56];
};
static_assert(sizeof(ChainLine) == 64);

/// Anonymous memory, all of it written. Movable.
class TestMemory {
public:
  /// Default: those that any program gets.
  enum Pages { Huge, Default };

  /// With huge pages if \p Which says so and the system has them.
  static llvm::Expected<TestMemory> map(size_t Bytes, Pages Which);
  TestMemory(TestMemory &&R);
  TestMemory &operator=(TestMemory &&R);
  ~TestMemory();

  char *begin() const { return Data; }
  size_t size() const { return Bytes; }
  ChainLine *lines() const { return reinterpret_cast<ChainLine *>(Data); }
  /// Whether most of it is in huge pages.
  bool hasHugePages() const { return IsHuge; }

private:
  TestMemory(char *Data, size_t Bytes) : Data(Data), Bytes(Bytes) {}

  char *Data;
  size_t Bytes;
  bool IsHuge = false;
};

/// Random numbers that are the same in each run. Xorshift (Marsaglia 2003).
class RandomNumbers {
public:
  uint32_t below(uint32_t Bound) {
    State ^= State << 13;
    State ^= State >> 7;
    State ^= State << 17;
    return (State >> 32) * Bound >> 32;
  }

private:
  uint64_t State = 0x9e3779b97f4a7c15;
};

/// The numbers 0 to \p Count - 1 in random order, within blocks of \p Block:
/// the blocks are in random order, too.
std::vector<uint32_t> shuffledBlocks(uint32_t Count, uint32_t Block,
                                     RandomNumbers &Random);

/// Links the lines of \p Memory with these numbers into a ring, in this order.
void linkLines(ChainLine *Lines, const std::vector<uint32_t> &Order);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CALIBRATE_TESTMEMORY_H
