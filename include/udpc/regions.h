//===- udpc/regions.h - The contract for regions in profiles ----*- C++ -*-===//
//
// Shared by the compiler, the runtime and the readers of cache profiles: where
// the code has regions, parts of a run that the program or its spec names, and
// what a profile says of them.
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
/// CountRecs and LineCountRecs (udpc/cache_profile.h) of all threads. The
/// latter have the misses of memory operations, too.
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

/// ELF section of a module's RegionPlaceRecs, each aligned to 8 bytes, so that
/// the driver can tell after linking which of them no code matches.
#define UDPC_REGIONS_SECTION "__udpc_regions"

enum class RegionPlaceKind : uint8_t { Function = 0, Begin = 1, End = 2 };

/// What a translation unit has of a pattern of the spec, or of
/// -fudpc-profile=counts,region=<pattern>, followed by three strings that end
/// with 0: the spec's file ("" for the option), the region ("" for the option:
/// the name of the function) and the pattern.
struct RegionPlaceRec {
  uint32_t Size; ///< With the strings and zeros up to a multiple of 8.
  uint32_t SpecLine;
  uint32_t NumPlaces; ///< Functions or marks that begin or end it.
  uint32_t
      NumInlined; ///< Functions that have inlined copies of such functions.
  RegionPlaceKind Kind;
  uint8_t Reserved[7];
};

/// With the one that stands for all others.
constexpr uint32_t MaxRegions = 256;
/// Longer names are cut off. UTF-8, if the program has it so.
constexpr uint32_t MaxRegionName = 255;

static_assert(sizeof(RegionsRec) == 24, "ABI");
static_assert(sizeof(RegionRec) == 56, "ABI");
static_assert(sizeof(RegionPlaceRec) == 24, "ABI");

} // namespace abi
} // namespace udpc

#endif // UDPC_REGIONS_H
