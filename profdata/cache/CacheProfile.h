//===- CacheProfile.h - What a run has cost, and where it missed -*- C++ -*-==//
//
// Reads, adds up, writes and evaluates cache profiles (udpc/cache_profile.h).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_CACHEPROFILE_H
#define UDPC_PROFDATA_CACHE_CACHEPROFILE_H

#include "profdata/cache/CostTable.h"
#include "profdata/tables/TableReference.h"
#include "udpc/cache_profile.h"
#include "udpc/calls.h"
#include "udpc/regions.h"
#include <array>

namespace udpc {

/// The counts of one thread, by unit index.
struct CacheProfileThread {
  uint64_t Index = 0; ///< abi::OtherThreads: those beyond `max_threads`.
  uint64_t Tid = 0;
  std::vector<abi::CountRec> Slots;
  std::vector<abi::OperationCountRec> Operations;
  std::vector<abi::LineCountRec> Lines;

  /// Adds the counts of \p Other, whose units are the same.
  void add(const CacheProfileThread &Other);
};

/// Regions form a tree, by Parent.
struct CacheProfileRegion {
  uint64_t Id = 0, Parent = 0;
  uint64_t Begins = 0, Ends = 0;
  std::string Name;
  /// Of all threads, without those of the regions within. Lines have the misses
  /// of operations.
  CacheProfileThread Counts;
};

class CacheProfile {
public:
  abi::CacheRec Caches = {};
  std::string Command;
  uint64_t Pid = 0;
  uint32_t NumRuns = 0;
  std::vector<CostTable> Units;
  /// The path of the executable or library that has each unit; "" if unknown,
  /// as in profiles of older versions.
  std::vector<std::string> Modules;
  std::vector<CacheProfileThread> Threads;
  /// Without its number; no flags: no code has recorded its calls.
  abi::CallsRec CallsHeader = {};
  /// Of all threads, as udpc/calls.h has them; each place once.
  std::vector<abi::CallRec> Calls;
  /// This is a region of a profile that has calls, which are not kept by
  /// region.
  bool HasLostCalls = false;
  /// Without its number.
  abi::RegionsRec RegionsHeader = {};
  std::vector<CacheProfileRegion> Regions; ///< Sorted by Id.

  static llvm::Expected<CacheProfile> read(llvm::StringRef File);
  /// Everything is checked; \p Bytes may be hostile. \p Name is for messages.
  /// Takes time and memory in proportion to their size.
  /// References in place of tables (TableReference.h) are replaced by tables of
  /// \p Tables; counts whose tables it does not find are left out. Without it,
  /// references are an error.
  static llvm::Expected<CacheProfile> decode(llvm::StringRef Bytes,
                                             llvm::StringRef Name,
                                             TableSource *Tables = nullptr);
  /// The same, but references are units. Such a profile can be written and
  /// added up only. Units that \p Known has are not decoded again: it can be
  /// added to that only.
  static llvm::Expected<CacheProfile>
  decodeWithReferences(llvm::StringRef Bytes, llvm::StringRef Name,
                       const CacheProfile &Known);
  /// Whether \p Bytes begin like a cache profile.
  static bool isCacheProfile(llvm::StringRef Bytes);

  /// Adds another run. Units of one module with equal tables become one. Caches
  /// may differ (CacheUnion.h).
  void add(const CacheProfile &Other);
  /// Sorts units, calls and threads, so that the bytes that are written do not
  /// depend on the order in which profiles were added.
  void sort();
  /// The profile in the form of its file.
  std::string bytes() const;
  llvm::Error write(llvm::StringRef File) const;

  /// Removes the counts of all executables and libraries that do not match \p
  /// Glob, a PathGlob. Fails if none does.
  llvm::Error keepModules(llvm::StringRef Glob);

  /// Whether calls have been recorded.
  bool hasCalls() const { return CallsHeader.Flags & abi::CallsRecorded; }

  bool simulatesCaches() const { return Caches.Flags & abi::CachesSimulated; }
  bool simulatesMiddleLevel() const {
    return Caches.Flags & abi::MiddleLevelSimulated;
  }
  bool simulatesBranches() const {
    return Caches.Flags & abi::BranchesSimulated;
  }

  /// The values (CostTable::values) of a unit in one thread.
  std::vector<uint64_t> values(const CacheProfileThread &T,
                               uint32_t Unit) const;
  /// Adds up calls of the same function from the same place, as threads have
  /// them.
  void addEqualCalls();

  /// The sum of the values of all threads, computed for each thread.
  std::vector<uint64_t> values(uint32_t Unit) const;

private:
  static llvm::Expected<CacheProfile> decodeKeeping(llvm::StringRef Bytes,
                                                    llvm::StringRef Name,
                                                    TableSource *Tables,
                                                    const CacheProfile *Known);
  /// Removes the counts of units for which \p IsKept is false.
  void keepUnits(const std::vector<bool> &IsKept);
  /// \p Numbers: of its units here.
  void addRegions(const CacheProfile &Other, llvm::ArrayRef<uint32_t> Numbers);
};

/// The events of costs (abi::CostEvent). Misses are 0 without the simulation of
/// caches, those of L2 without a middle level, mispredictions without that of
/// branches.
using CostCounts = std::array<uint64_t, abi::NumCostEvents>;

/// The costs of one inline stack (FrameRec chain) of one unit.
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
