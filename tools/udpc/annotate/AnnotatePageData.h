//===- AnnotatePageData.h - The data of an annotation's page ----*- C++ -*-===//
//
// Writes the data that the scripts in page/ show.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGEDATA_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGEDATA_H

#include "profdata/annotate/Annotation.h"
#include "profdata/annotate/CallSheet.h"
#include "tools/udpc/annotate/AnnotatePageRegions.h"

namespace udpc {

/// Contents of an annotation's page besides costs of lines.
struct PageContents {
  /// Call graphs with renamed functions. Old is empty unless there is a
  /// difference.
  CostGraph Old, New;
  std::vector<PageRegion> Regions; ///< Not for a difference.
  std::vector<std::pair<std::string, std::string>> Facts;
};

/// Returns the page's data as JSON, which page/model.js reads. It has at most
/// \p MaxSize bytes if the list of files and the summary leave any room:
/// sources, contexts, calls and functions with low costs are left out, and the
/// data say which.
std::string annotationPageData(const Annotation &A,
                               const PageContents &Contents, size_t MaxSize);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGEDATA_H
