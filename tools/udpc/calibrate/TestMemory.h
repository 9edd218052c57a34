//===- TestMemory.h - Memory whose latency is measured ----------*- C++ -*-===//
//
// Provides the working sets of `udpc calibrate`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CALIBRATE_TESTMEMORY_H
#define UDPC_TOOLS_UDPC_CALIBRATE_TESTMEMORY_H

#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <vector>

namespace udpc {

/// A cache line with the address of another one.
struct ChainLine {
  const ChainLine *Next;
  char Rest[56];
};
static_assert(sizeof(ChainLine) == 64);

/// Anonymous memory, all of it written. Movable.
class TestMemory {
public:
  /// Page size; Default is what any program gets.
  enum Pages { Huge, Default };

  /// Maps memory, in huge pages if \p Which requests them and the system has
  /// them.
  static llvm::Expected<TestMemory> map(size_t Bytes, Pages Which);
  TestMemory(TestMemory &&R);
  TestMemory &operator=(TestMemory &&R);
  ~TestMemory();

  char *begin() const { return Data; }
  size_t size() const { return Bytes; }
  ChainLine *lines() const { return reinterpret_cast<ChainLine *>(Data); }
  /// Returns whether most of the memory is in huge pages.
  bool hasHugePages() const { return IsHuge; }

private:
  TestMemory(char *Data, size_t Bytes) : Data(Data), Bytes(Bytes) {}

  char *Data;
  size_t Bytes;
  bool IsHuge = false;
};

/// Reproducible random numbers. Xorshift (Marsaglia 2003).
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

/// Returns the numbers 0 to \p Count - 1 in random order within blocks of \p
/// Block, with the blocks in random order.
std::vector<uint32_t> shuffledBlocks(uint32_t Count, uint32_t Block,
                                     RandomNumbers &Random);

/// Links the lines numbered by \p Order into a ring, in this order.
void linkLines(ChainLine *Lines, const std::vector<uint32_t> &Order);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CALIBRATE_TESTMEMORY_H
