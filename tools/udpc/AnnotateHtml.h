//===- AnnotateHtml.h - Annotations as a page ------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATEHTML_H
#define UDPC_TOOLS_UDPC_ANNOTATEHTML_H

#include "profdata/annotate/Annotation.h"

namespace udpc {

/// One page that needs nothing else: AnnotatePage.html with the annotation as
/// data. \p Facts are names and texts of what was run.
void printAnnotationHtml(
    llvm::raw_ostream &OS, const Annotation &A,
    llvm::ArrayRef<std::pair<std::string, std::string>> Facts);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATEHTML_H
