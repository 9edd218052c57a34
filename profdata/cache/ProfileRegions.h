//===- ProfileRegions.h - Costs of the regions of a run ---------*- C++ -*-===//
//
// The regions (udpc/regions.h) of cache profiles, by name and as a tree, with
// inclusive costs. Used by annotations, checks and exports.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_PROFILEREGIONS_H
#define UDPC_PROFDATA_CACHE_PROFILEREGIONS_H

#include "profdata/cache/CacheProfile.h"
#include <map>

namespace udpc {

/// The costs of a region.
struct RegionTotal {
  /// The names of the regions around it, from the outermost, and then its own
  /// name.
  std::vector<std::string> Path;
  uint64_t Begins = 0;
  /// The number of calls of udpc_region_end: less than Begins if the region
  /// ended otherwise, or not at all.
  uint64_t Ends = 0;
  CostCounts Inclusive = {}, Self = {};

  llvm::StringRef name() const { return Path.back(); }
};

/// The regions of one or several profiles.
class ProfileRegions {
public:
  /// Adds the regions of another run.
  void add(const CacheProfile &Profile);

  bool empty() const { return ByPath.empty(); }
  /// Returns the regions depth first. Regions inside the same region are sorted
  /// by inclusive Ir, the largest first, then by name.
  std::vector<RegionTotal> tree() const;
  /// Merges regions of equal name, whose Path is then that name. Sorted by
  /// name. Costs of a region inside a region of the same name are counted once.
  std::vector<RegionTotal> byName() const;
  uint64_t numLimits() const { return NumLimits; }
  uint64_t numUnmatched() const { return NumUnmatched; }

private:
  /// The regions, without inclusive costs.
  std::map<std::vector<std::string>, RegionTotal> ByPath;
  uint64_t NumLimits = 0, NumUnmatched = 0;
};

/// Removes all counts except those of regions called \p Name and of the regions
/// inside them; all threads become one. Calls are removed, since they are not
/// recorded by region. Fails if there is no such region.
llvm::Error keepRegion(CacheProfile &Profile, llvm::StringRef Name);

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_PROFILEREGIONS_H
