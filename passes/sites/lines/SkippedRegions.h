//===- SkippedRegions.h - Source without code, by function ------*- C++ -*-===//
//
// Adds to coverage records the regions that clang leaves to the clang plugin
// (ir/SkippedSource.h), so that they equal the records that clang alone writes.
// CoverageRecords.cpp uses it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_LINES_SKIPPEDREGIONS_H
#define UDPC_PASSES_SITES_LINES_SKIPPEDREGIONS_H

#include "ir/SkippedSource.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ProfileData/Coverage/CoverageMapping.h"

namespace udpc {

class SkippedRegions {
public:
  using Region = llvm::coverage::CounterMappingRegion;

  /// The names of files must be those of the records.
  explicit SkippedRegions(std::vector<SkippedSource> Inclusions);

  /// Completes \p Regions of a function that was emitted; \p Files are its
  /// files, by ID.
  void addTo(std::vector<Region> &Regions,
             llvm::ArrayRef<std::string> Files) const;

private:
  const SkippedSource *inclusionOf(llvm::ArrayRef<Region> InFile,
                                   llvm::ArrayRef<Region> All,
                                   llvm::ArrayRef<unsigned> Numbers) const;

  std::vector<SkippedSource> Inclusions;
  llvm::StringMap<std::vector<unsigned>> ByFile;
};

} // namespace udpc

#endif // UDPC_PASSES_SITES_LINES_SKIPPEDREGIONS_H
