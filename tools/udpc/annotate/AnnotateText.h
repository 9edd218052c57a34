//===- AnnotateText.h - Writes annotations as text --------------*- C++ -*-===//
//
// Writes the text output of `udpc annotate`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATETEXT_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATETEXT_H

#include "profdata/annotate/Annotation.h"
#include "profdata/annotate/EventSheet.h"

namespace udpc {

/// Options of the text output.
struct AnnotateTextOptions {
  std::vector<std::string> Profiles; ///< Names of the profiles.
  bool Percentages = true;
  bool Files = true, Functions = true; ///< Summaries to print.
  /// Label of the total if it is not of the whole program.
  std::string TotalName;
};

/// Prints the annotation.
void printAnnotation(llvm::raw_ostream &OS, const Annotation &A,
                     const AnnotateTextOptions &Options);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATETEXT_H
