//===- CacheProfile.h - Costs and misses of a run ---------------*- C++ -*-===//
//
// Reads, adds up, writes and evaluates cache profiles (udpc/cache_profile.h).
// Used by all commands on costs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  /// abi::OtherThreads stands for the threads beyond `max_threads`.
  uint64_t Index = 0;
  uint64_t Tid = 0;
  std::vector<abi::CountRec> Slots;
  std::vector<abi::OperationCountRec> Operations;
  std::vector<abi::LineCountRec> Lines;

  /// Adds the counts of \p Other, which has the same units.
  void add(const CacheProfileThread &Other);
};

/// A region of a run. Regions form a tree, by Parent.
struct CacheProfileRegion {
  uint64_t Id = 0, Parent = 0;
  uint64_t Begins = 0, Ends = 0;
  std::string Name;
  /// The counts of all threads, without those of the regions inside. Lines
  /// contain the misses of operations.
  CacheProfileThread Counts;
};

/// A cache profile in memory.
class CacheProfile {
public:
  abi::CacheRec Caches = {};
  std::string Command;
  uint64_t Pid = 0;
  uint32_t NumRuns = 0;
  std::vector<CostTable> Units;
  /// The path of the executable or library of each unit; "" if unknown, as in
  /// profiles of older versions.
  std::vector<std::string> Modules;
  std::vector<CacheProfileThread> Threads;
  /// Without the number of calls. No flags: no code has recorded its calls.
  abi::CallsRec CallsHeader = {};
  /// The calls of all threads, as in udpc/calls.h; each place once.
  std::vector<abi::CallRec> Calls;
  /// Whether this is a region of a profile with calls: calls are not recorded
  /// by region.
  bool HasLostCalls = false;
  /// Without the number of regions.
  abi::RegionsRec RegionsHeader = {};
  std::vector<CacheProfileRegion> Regions; ///< Sorted by Id.

  /// Decodes a profile. Checks everything, so \p Bytes may be hostile. \p Name
  /// is for messages. Time and memory are proportional to the size.
  /// References in place of tables (TableReference.h) are replaced by tables of
  /// \p Tables; counts whose tables it does not find are dropped. Without \p
  /// Tables, references are an error.
  static llvm::Expected<CacheProfile> decode(llvm::StringRef Bytes,
                                             llvm::StringRef Name,
                                             TableSource *Tables = nullptr);
  /// Decodes a profile, but keeps references as units. Such a profile can only
  /// be written and added up. Units that \p Known also has are not decoded
  /// again: the result can only be added to \p Known.
  static llvm::Expected<CacheProfile>
  decodeWithReferences(llvm::StringRef Bytes, llvm::StringRef Name,
                       const CacheProfile &Known);
  /// Whether \p Bytes begin like a cache profile.
  static bool isCacheProfile(llvm::StringRef Bytes);

  /// Adds another run. Units of one module with equal tables are merged. Caches
  /// may differ (CacheUnion.h).
  void add(const CacheProfile &Other);
  /// Sorts units, calls and threads, so that the written bytes do not depend on
  /// the order in which profiles were added.
  void sort();
  /// Returns the profile in the form of its file.
  std::string bytes() const;
  llvm::Error write(llvm::StringRef File) const;

  /// Removes the counts of all modules that do not match \p Glob, a PathGlob.
  /// Fails if no module matches.
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

  /// Returns the values (CostTable::values) of a unit in one thread.
  std::vector<uint64_t> values(const CacheProfileThread &T,
                               uint32_t Unit) const;
  /// Merges calls of the same function from the same place, which profiles have
  /// for each thread.
  void addEqualCalls();

  /// Returns the sum of the values of all threads, which are computed for each
  /// thread.
  std::vector<uint64_t> values(uint32_t Unit) const;

private:
  static llvm::Expected<CacheProfile> decodeKeeping(llvm::StringRef Bytes,
                                                    llvm::StringRef Name,
                                                    TableSource *Tables,
                                                    const CacheProfile *Known);
  /// Removes the counts of units for which \p IsKept is false.
  void keepUnits(const std::vector<bool> &IsKept);
  /// Adds the regions of \p Other. \p Numbers are the numbers here of its
  /// units.
  void addRegions(const CacheProfile &Other, llvm::ArrayRef<uint32_t> Numbers);
};

/// Costs by abi::CostEvent. Misses are 0 without simulated caches, misses of L2
/// without a middle level, mispredictions without simulated branches.
using CostCounts = std::array<uint64_t, abi::NumCostEvents>;

/// Adds the elements of \p More to those of \p To, saturating.
void addCounts(llvm::MutableArrayRef<uint64_t> To,
               llvm::ArrayRef<uint64_t> More);

/// The costs of one inline stack (FrameRec chain) of one unit.
struct FrameCosts {
  uint32_t Unit;
  uint32_t Frame; ///< abi::NoIndex if unknown.
  uint32_t Line;  ///< The cost centre.
  CostCounts Counts;
};

/// Returns all costs of \p Profile, of all threads or of \p Thread, sorted by
/// unit, line and frame. Elements without any costs are omitted.
std::vector<FrameCosts> costsOf(const CacheProfile &Profile,
                                const CacheProfileThread *Thread = nullptr);

/// Which costs of a cache profile are shown, and under which names.
struct CostOptions {
  bool Demangle = true;
  /// Whether to use the name of the inlined function instead of the function
  /// that contains the code.
  bool Inlined = false;
  /// The thread whose costs to use; null for all threads.
  const CacheProfileThread *Thread = nullptr;
  /// Whether to include Bc and Bi, which are exact, even without simulated
  /// branches.
  bool Branches = false;
  /// Whether to include the misses of the middle level, if it was simulated.
  /// False for files of Cachegrind and Callgrind, which have two levels.
  bool MiddleLevel = false;
  /// Whether to include calls and jumps. The calls of some profiles have only
  /// Ir; then only that is shown.
  bool Calls = true;
};

/// Returns the events (abi::CostEvent) of \p Profile, in the order in which
/// they are shown.
std::vector<unsigned> eventsOf(const CacheProfile &Profile,
                               const CostOptions &O);
/// Returns the function of \p Costs under the options \p O.
llvm::StringRef functionOf(const CostTable &Table, const FrameCosts &Costs,
                           const CostOptions &O);
/// Returns descriptions of the caches, as Cachegrind's "desc:" lines have them.
std::vector<std::string> cacheDescriptions(const CacheProfile &Profile,
                                           const CostOptions &O);
/// Returns the command of the runs.
std::string commandOf(const CacheProfile &Profile);
/// The command of a sum of runs with different commands.
constexpr llvm::StringLiteral SeveralCommands = "(several commands)";

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_CACHEPROFILE_H
