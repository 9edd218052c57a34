//===- RegionPlaces.h - Where the code of a module has regions --*- C++ -*-===//

#ifndef UDPC_PROFDATA_CACHE_REGIONPLACES_H
#define UDPC_PROFDATA_CACHE_REGIONPLACES_H

#include "udpc/regions.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace udpc {

/// abi::RegionPlaceRec with its strings.
struct RegionPlace {
  std::string SpecFile;
  uint32_t SpecLine = 0;
  std::string Region;
  std::string Pattern;
  abi::RegionPlaceKind Kind = abi::RegionPlaceKind::Function;
  uint32_t NumPlaces = 0, NumInlined = 0;

  std::string encode() const;
  /// Decodes the contents of UDPC_REGIONS_SECTION.
  static llvm::Expected<std::vector<RegionPlace>>
  decodeSection(llvm::StringRef Bytes);
};

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_REGIONPLACES_H
