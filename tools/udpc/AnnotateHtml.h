//===- AnnotateHtml.h - Writes annotations as HTML --------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATEHTML_H
#define UDPC_TOOLS_UDPC_ANNOTATEHTML_H

#include "profdata/annotate/Annotation.h"

namespace udpc {

/// Writes a self-contained page: AnnotatePage.html with the annotation as data.
/// \p Facts are the metadata of the run.
void printAnnotationHtml(
    llvm::raw_ostream &OS, const Annotation &A,
    llvm::ArrayRef<std::pair<std::string, std::string>> Facts);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATEHTML_H
