//===- AnnotatePageSources.h - Texts of sources in a page -------*- C++ -*-===//
//
// Selects source texts for a page of limited size, for AnnotatePageData.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGESOURCES_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGESOURCES_H

#include "profdata/annotate/Annotation.h"
#include <map>

namespace udpc {

/// Returns the size of \p Json in a page, where '<' is escaped.
size_t pageSize(llvm::StringRef Json);

/// Texts of sources, as many as fit.
class PageSources {
public:
  PageSources(const Annotation &A, size_t SortEvent);

  /// Chooses texts that take at most \p Room bytes of the page.
  void choose(size_t Room);
  /// Returns the text of the source; "" if it is left out.
  llvm::StringRef text(const AnnotatedSource &Source) const {
    auto It = Chosen.find(&Source);
    return It == Chosen.end() ? "" : llvm::StringRef(It->second);
  }
  bool has(const AnnotatedSource &Source) const {
    return Chosen.count(&Source);
  }
  const std::vector<std::string> &leftOut() const { return LeftOut; }

private:
  std::string textOf(const AnnotatedSource &Source, uint32_t Around) const;

  const Annotation &A;
  std::vector<const AnnotatedSource *> Found; ///< Most costly first.
  std::map<const AnnotatedSource *, std::string> Chosen;
  std::vector<std::string> LeftOut;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEPAGESOURCES_H
