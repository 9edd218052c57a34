//===- CacheModel.h - The simulated caches and TLBs -------------*- C++ -*-===//
//
// Simulates first-level caches for code and data, a last-level cache for their
// misses, a TLB for each, and a shared TLB for the TLBs' misses. Uses the
// simulator of runtime/cache/model/Cache.h with Cachegrind's rules. A TLB is a
// cache whose lines are pages of 4096 bytes.
//
// A fetch from the same line as the previous one changes nothing and is not an
// access.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_MODEL_CACHEMODEL_H
#define UDPC_TOOLS_MACHINE_MODEL_CACHEMODEL_H

#include "runtime/cache/model/CacheGeometry.h"
#include "runtime/cache/model/CacheHierarchy.h"
#include "tools/machine/model/EventCounts.h"
#include <memory>

namespace udpc {
namespace machine {

/// I1 and D1: 32 KB, 8 ways; LL: 512 KB, 8 ways; lines of 64 bytes.
rt::CacheSet defaultCaches();

/// The caches and TLBs of the machine.
class CacheModel {
public:
  explicit CacheModel(const rt::CacheSet &Geometry);

  /// Fetches the instruction of \p Size bytes at \p Address.
  void fetch(uint64_t Address, uint32_t Size, EventCounts &Counts) {
    uint64_t Last = (Address + Size - 1) >> CodeShift;
    if (Last == LastCodeLine && Address >> CodeShift == Last)
      return;
    fetchLine(Address, Size, Counts);
    LastCodeLine = Last;
  }
  /// Reads or writes \p Size bytes at \p Address.
  void access(uint64_t Address, uint32_t Size, EventCounts &Counts);

private:
  using Lru = rt::Cache<rt::LeastRecentlyUsed>;
  /// A cache and the memory of its lines.
  struct OwnedCache {
    Lru Lines;
    std::unique_ptr<char[]> Memory;
    void init(const abi::CacheGeometry &G);
  };

  void fetchLine(uint64_t Address, uint32_t Size, EventCounts &Counts);
  void useTlb(OwnedCache &Tlb, uint64_t Address, uint32_t Size,
              uint64_t &Misses, EventCounts &Counts);

  OwnedCache I1, D1, LL, CodeTlb, DataTlb, SharedTlb;
  uint32_t CodeShift;
  uint64_t LastCodeLine = 0;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_MODEL_CACHEMODEL_H
