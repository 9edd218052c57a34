//===- AnnotatePageRegions.h - Regions in an annotation's page --*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGEREGIONS_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGEREGIONS_H

#include "profdata/annotate/CallSheet.h"
#include "profdata/cache/CacheProfile.h"

namespace udpc {

/// What the regions of one name have cost with those within them, by functions
/// and lines; without calls.
struct PageRegion {
  std::string Name;
  CallGraph Graph;
};

/// The costs of the regions of \p Profile, at most MaxPageRegions of them:
/// those with the most instructions.
std::vector<PageRegion> regionsForPage(const CacheProfile &Profile,
                                       CachegrindFile::Options Options);
constexpr size_t MaxPageRegions = 50;

/// Adds another run's to \p Sum, with names changed.
llvm::Error addRegions(std::vector<PageRegion> &Sum,
                       std::vector<PageRegion> More, const SheetNames &Names);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGEREGIONS_H
