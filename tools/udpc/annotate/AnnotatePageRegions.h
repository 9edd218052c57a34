//===- AnnotatePageRegions.h - Regions in an annotation's page --*- C++ -*-===//
//
// Selects the regions of a profile that a page can show.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGEREGIONS_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGEREGIONS_H

#include "profdata/annotate/CallSheet.h"
#include "profdata/cache/CacheProfile.h"

namespace udpc {

/// Costs of the regions of one name, including regions within them, by function
/// and line; without calls.
struct PageRegion {
  std::string Name;
  CostGraph Graph;
};

/// Returns the costs of the regions of \p Profile, at most MaxPageRegions:
/// those with the most instructions.
std::vector<PageRegion> regionsForPage(const CacheProfile &Profile,
                                       CostOptions Options);
constexpr size_t MaxPageRegions = 50;

/// Adds the regions of another run to \p Sum, renamed by \p Names.
llvm::Error addRegions(std::vector<PageRegion> &Sum,
                       std::vector<PageRegion> More, const SheetNames &Names);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGEREGIONS_H
