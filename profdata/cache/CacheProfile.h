//===- CacheProfile.h - What a run has cost, and where it missed -*- C++ -*-==//
//
// The cache profile that the runtime leaves (udpc/costs.h): read, added up,
// written; and what it says, computed.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_CACHEPROFILE_H
#define UDPC_PROFDATA_CACHE_CACHEPROFILE_H

#include "profdata/cache/CostTable.h"
#include <array>

namespace udpc {

/// What one thread has counted, by index of the unit.
struct CacheProfileThread {
  uint64_t Index = 0; ///< abi::OtherThreads: those that are not kept apart.
  uint64_t Tid = 0;
  std::vector<abi::CountRec> Slots;
  std::vector<abi::OperationCountRec> Operations;
  std::vector<abi::LineCountRec> Lines;
};

class CacheProfile {
public:
  abi::CacheRec Caches = {};
  std::string Command;
  uint64_t Pid = 0;
  uint32_t NumRuns = 0;
  std::vector<CostTable> Units;
  std::vector<CacheProfileThread> Threads;

  static llvm::Expected<CacheProfile> read(llvm::StringRef File);
  /// Everything is checked; \p Bytes may be hostile. \p Name is for messages.
  /// Takes time and memory in proportion to their size.
  static llvm::Expected<CacheProfile> decode(llvm::StringRef Bytes,
                                             llvm::StringRef Name);
  /// Whether a file that begins so is to be read here.
  static bool isCacheProfile(llvm::StringRef Bytes);

  /// Adds another run up. Units with equal tables become one. The error says
  /// that the caches are not the same.
  llvm::Error add(const CacheProfile &Other);
  llvm::Error write(llvm::StringRef File) const;

  bool simulatesCaches() const { return Caches.Flags & abi::CachesSimulated; }

  /// The values (CostTable::values) of a unit in one thread.
  std::vector<uint64_t> values(const CacheProfileThread &T,
                               uint32_t Unit) const;
  /// Those of all threads, each computed by itself and added up.
  std::vector<uint64_t> values(uint32_t Unit) const;
};

/// The nine events of Cachegrind, in its order (abi::CostEvent). Without cache
/// simulation only Ir, Dr and Dw are of meaning.
using CostCounts = std::array<uint64_t, abi::NumCostEvents>;

/// The costs of a place in the source that has the code: what one FrameRec
/// chain of one unit has cost.
struct FrameCosts {
  uint32_t Unit;
  uint32_t Frame; ///< abi::NoIndex: unknown.
  uint32_t Line;  ///< The cost centre.
  CostCounts Counts;
};

/// All costs of \p Profile, all threads added up or those of \p Thread, sorted
/// by unit, line, frame; none is 0 throughout.
std::vector<FrameCosts> costsOf(const CacheProfile &Profile,
                                const CacheProfileThread *Thread = nullptr);

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_CACHEPROFILE_H
