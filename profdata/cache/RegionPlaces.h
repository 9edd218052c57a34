//===- RegionPlaces.h - Places of regions in a module's code ----*- C++ -*-===//
//
// The records of a module that tell which regions of the spec have places.
// Written by the plugin, read by the driver and tools.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_REGIONPLACES_H
#define UDPC_PROFDATA_CACHE_REGIONPLACES_H

#include "udpc/regions.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace udpc {

/// An abi::RegionPlaceRec with its strings.
struct RegionPlace {
  std::string SpecFile;
  uint32_t SpecLine = 0;
  std::string Region;
  std::string Pattern;
  abi::RegionPlaceKind Kind = abi::RegionPlaceKind::Function;
  uint32_t NumPlaces = 0, NumInlined = 0;

  /// Returns the bytes of the record.
  std::string encode() const;
  /// Decodes the contents of UDPC_REGIONS_SECTION.
  static llvm::Expected<std::vector<RegionPlace>>
  decodeSection(llvm::StringRef Bytes);
};

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_REGIONPLACES_H
