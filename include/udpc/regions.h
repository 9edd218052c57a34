//===- udpc/regions.h - The contract for regions in profiles ----*- C++ -*-===//
//
// Shared by the runtime and the readers of cache profiles: what a profile says
// of regions, parts of a run that the program names (udpc_region_begin).
// docs/formats.md is the prose version.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_REGIONS_H
#define UDPC_REGIONS_H

#include <stdint.h>

namespace udpc {
namespace abi {

/// Regions form a tree: one that is begun within another is a child of it, and
/// of equal name as one that is begun elsewhere. What is executed belongs to
/// the innermost region that is open on its thread.

/// Cache profile, after the calls: this, and NumRegions regions.
struct RegionsRec {
  uint64_t NumRegions;
  uint64_t NumLimits;    ///< Begins that found no room for another region.
  uint64_t NumUnmatched; ///< Ends of regions that were not open.
};

/// A region, sorted by Id; followed by its name, padded with zeros to a
/// multiple of 8, and by its own costs, those of inner regions not included:
/// CountRecs and LineCountRecs (udpc/costs.h) of all threads. The latter have
/// the misses of memory operations, too.
struct RegionRec {
  uint64_t Id;     ///< Not 0. Of equal paths of names, equal in all processes.
  uint64_t Parent; ///< Its Id; 0: none.
  uint64_t Begins;
  uint64_t Ends; ///< By udpc_region_end. Others have ended with an outer
                 ///< region, with their thread, or not at all.
  uint64_t NumCounts;
  uint64_t NumLines;
  uint64_t NameSize;
};

/// With the one that stands for all others.
constexpr uint32_t MaxRegions = 256;
/// Longer names are cut off. UTF-8, if the program has it so.
constexpr uint32_t MaxRegionName = 255;

static_assert(sizeof(RegionsRec) == 24, "ABI");
static_assert(sizeof(RegionRec) == 56, "ABI");

} // namespace abi
} // namespace udpc

#endif // UDPC_REGIONS_H
