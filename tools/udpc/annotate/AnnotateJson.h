//===- AnnotateJson.h - Writes annotations as JSON --------------*- C++ -*-===//
//
// Writes the output of `udpc annotate --json`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEJSON_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEJSON_H

#include "profdata/annotate/Annotation.h"

namespace udpc {

/// Writes all costs, regardless of filters and thresholds.
void printAnnotationJson(llvm::raw_ostream &OS, const Annotation &A);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEJSON_H
