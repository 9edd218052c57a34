//===- AnnotateJson.h - Annotations for programs ---------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATEJSON_H
#define UDPC_TOOLS_UDPC_ANNOTATEJSON_H

#include "profdata/annotate/Annotation.h"

namespace udpc {

/// All costs, whatever is shown and however little they are.
void printAnnotationJson(llvm::raw_ostream &OS, const Annotation &A);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATEJSON_H
