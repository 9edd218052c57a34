//===- udpc/regions.h - The contract for regions in profiles ----*- C++ -*-===//
//
// Shared by the compiler, the runtime and the readers of cache profiles: where
// the code has regions, parts of a run that the program or its spec names, and
// what a profile records about them. docs/formats.md is the prose version.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_REGIONS_H
#define UDPC_REGIONS_H

#include <stdint.h>

namespace udpc {
namespace abi {

/// Regions form a tree: a region that is begun within another is its child, and
/// differs from one of equal name that is begun elsewhere. Executed code
/// belongs to the innermost region that is open on its thread.

/// Start of the regions in a cache profile, after the calls. NumRegions regions
/// follow.
struct RegionsRec {
  uint64_t NumRegions;
  uint64_t NumLimits;    ///< Begins that found no room for another region.
  uint64_t NumUnmatched; ///< Ends of regions that were not open.
};

/// A region, followed by its name, padded with zeros to a multiple of 8, and by
/// its own costs, without those of inner regions: CountRecs and LineCountRecs
/// (udpc/cache_profile.h) of all threads. The latter include the misses of
/// memory operations. Sorted by Id.
struct RegionRec {
  uint64_t Id;     ///< Not 0. Equal for equal paths of names, in all processes.
  uint64_t Parent; ///< Id of the parent; 0: none.
  uint64_t Begins;
  uint64_t Ends; ///< Ends by udpc_region_end. Other regions end with an outer
                 ///< region, with their thread, or not at all.
  uint64_t NumCounts;
  uint64_t NumLines;
  uint64_t NameSize;
};

/// ELF section of a module's RegionPlaceRecs, each aligned to 8 bytes. After
/// linking, the driver reads it to report records that no code matches.
#define UDPC_REGIONS_SECTION "__udpc_regions"

enum class RegionPlaceKind : uint8_t { Function = 0, Begin = 1, End = 2 };

/// The matches of a pattern of the spec, or of
/// -fudpc-profile=counts,region=<pattern>, in a translation unit. Three
/// zero-terminated strings follow: the spec's file ("" for the option), the
/// region ("" for the option: the name of the function) and the pattern.
struct RegionPlaceRec {
  uint32_t Size; ///< Including the strings and zeros up to a multiple of 8.
  uint32_t SpecLine;
  uint32_t NumPlaces; ///< Functions or marks that begin or end the region.
  uint32_t
      NumInlined; ///< Functions that have inlined copies of such functions.
  RegionPlaceKind Kind;
  uint8_t Reserved[7];
};

/// Maximum number of regions, including the one that stands for all others.
constexpr uint32_t MaxRegions = 256;
/// Maximum length of a name in bytes; longer names are cut off. UTF-8 if the
/// program's is.
constexpr uint32_t MaxRegionName = 255;

static_assert(sizeof(RegionsRec) == 24, "ABI");
static_assert(sizeof(RegionRec) == 56, "ABI");
static_assert(sizeof(RegionPlaceRec) == 24, "ABI");

} // namespace abi
} // namespace udpc

#endif // UDPC_REGIONS_H
