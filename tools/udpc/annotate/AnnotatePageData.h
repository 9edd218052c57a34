//===- AnnotatePageData.h - The data of an annotation's page ----*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGEDATA_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGEDATA_H

#include "profdata/annotate/Annotation.h"
#include "profdata/annotate/CallSheet.h"
#include "tools/udpc/annotate/AnnotatePageRegions.h"

namespace udpc {

/// What an annotation's page shows besides costs of lines.
struct PageContents {
  /// Of the profile, or of both for a difference; renamed.
  CallGraph Old, New;
  std::vector<PageRegion> Regions; ///< Not for a difference.
  std::vector<std::pair<std::string, std::string>> Facts;
};

/// The page's data as JSON, of at most \p MaxSize bytes if the list of files
/// and the summary leave any room: sources, contexts, calls and functions with
/// low costs are left out, and the data say which. page/model.js reads it.
std::string annotationPageData(const Annotation &A,
                               const PageContents &Contents, size_t MaxSize);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGEDATA_H
