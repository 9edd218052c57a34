//===- AnnotatePageGraph.h - Functions and calls in a page ------*- C++ -*-===//
//
// Writes the page's rows of functions, calls and lines, for
// AnnotatePageData.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGEGRAPH_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGEGRAPH_H

#include "profdata/annotate/CallSheet.h"

namespace udpc {

/// A region's name and costs.
using RegionSheet = std::pair<std::string, CallSheet>;

/// Returns functions, lines, arcs, contexts and costs of regions as members of
/// a JSON object, without its braces. If they take more than \p MaxSize bytes
/// of a page, leaves out those with the lowest costs in \p SortColumn and lists
/// them in \p LeftOut.
std::string pageGraph(const CallSheet &Sheet,
                      llvm::ArrayRef<RegionSheet> Regions, size_t SortColumn,
                      size_t MaxSize, std::vector<std::string> &LeftOut);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGEGRAPH_H
