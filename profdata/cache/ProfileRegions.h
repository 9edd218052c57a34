//===- ProfileRegions.h - What the regions of a run have cost ---*- C++ -*-===//
//
// Regions (udpc/regions.h) of cache profiles: by name and as a tree, with what
// the regions within them have cost.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_PROFILEREGIONS_H
#define UDPC_PROFDATA_CACHE_PROFILEREGIONS_H

#include "profdata/cache/CacheProfile.h"
#include <map>

namespace udpc {

struct RegionTotal {
  /// Its name is the last; those before it are the regions around it, from the
  /// outermost on.
  std::vector<std::string> Path;
  uint64_t Begins = 0;
  /// By udpc_region_end: fewer than Begins if it ended otherwise, or not at
  /// all.
  uint64_t Ends = 0;
  CostCounts Inclusive = {}, Self = {};

  llvm::StringRef name() const { return Path.back(); }
};

class ProfileRegions {
public:
  /// Adds those of another run.
  void add(const CacheProfile &Profile);

  bool empty() const { return ByPath.empty(); }
  /// Depth first; of those within one region, the one with the largest
  /// inclusive Ir is the first, then by name.
  std::vector<RegionTotal> tree() const;
  /// Those of one name are one, with a Path of that name only; in the order of
  /// names. The costs of a region within one of its own name are counted once.
  std::vector<RegionTotal> byName() const;
  uint64_t numLimits() const { return NumLimits; }
  uint64_t numUnmatched() const { return NumUnmatched; }

private:
  /// Without inclusive costs.
  std::map<std::vector<std::string>, RegionTotal> ByPath;
  uint64_t NumLimits = 0, NumUnmatched = 0;
};

/// Removes all counts but those of regions called \p Name and of the regions
/// within them; the threads become one. Calls are not known by region. Fails if
/// there is no such region.
llvm::Error keepRegion(CacheProfile &Profile, llvm::StringRef Name);

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_PROFILEREGIONS_H
