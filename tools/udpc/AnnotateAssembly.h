//===- AnnotateAssembly.h - Code with what its lines cost ------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATEASSEMBLY_H
#define UDPC_TOOLS_UDPC_ANNOTATEASSEMBLY_H

#include "profdata/annotate/Assembly.h"
#include "tools/udpc/AnnotateText.h"

namespace udpc {

/// Instructions below the lines that they are of. The costs of a line stand
/// where it comes first.
void printAssembly(llvm::raw_ostream &OS, const Annotation &A,
                   llvm::ArrayRef<Assembly> Functions,
                   const AnnotateTextOptions &Options);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATEASSEMBLY_H
