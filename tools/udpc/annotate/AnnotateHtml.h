//===- AnnotateHtml.h - Writes annotations as HTML --------------*- C++ -*-===//
//
// Writes the page of `udpc annotate --html`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEHTML_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEHTML_H

#include "tools/udpc/annotate/AnnotatePageData.h"

namespace udpc {

/// Writes a self-contained page of at most 10 MB: the files in page/, with the
/// annotation as data.
void printAnnotationHtml(llvm::raw_ostream &OS, const Annotation &A,
                         const PageContents &Contents);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEHTML_H
