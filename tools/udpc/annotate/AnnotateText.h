//===- AnnotateText.h - Writes annotations as text --------------*- C++ -*-===//
//
// Writes the text output of `udpc annotate`, and the phrases that its page
// shares.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATETEXT_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATETEXT_H

#include "profdata/annotate/Annotation.h"
#include "profdata/annotate/EventSheet.h"
#include "llvm/Support/WithColor.h"

namespace udpc {

/// Options of the text output.
struct AnnotateTextOptions {
  std::vector<std::string> Profiles; ///< Names of the profiles.
  bool Percentages = true;
  bool Files = true, Functions = true; ///< Summaries to print.
  llvm::ColorMode Color = llvm::ColorMode::Auto;
  /// Label of the total if it is not of the whole program.
  std::string TotalName;
};

/// Prints the annotation.
void printAnnotation(llvm::raw_ostream &OS, const Annotation &A,
                     const AnnotateTextOptions &Options);

/// Returns the metadata at the start: the run and the selection.
std::vector<std::pair<std::string, std::string>>
annotationFacts(const Annotation &A, llvm::ArrayRef<std::string> Profiles);

/// Return texts for the state of a source.
llvm::StringRef sourceState(AnnotatedSource::State What);
std::string newerText(const AnnotatedSource &Source);
std::string bogusText(const AnnotatedSource &Source);
llvm::StringRef coverageText(unsigned Kind);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATETEXT_H
