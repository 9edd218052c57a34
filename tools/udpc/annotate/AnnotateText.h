//===- AnnotateText.h - Writes annotations as text --------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATETEXT_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATETEXT_H

#include "profdata/annotate/Annotation.h"
#include "profdata/annotate/EventSheet.h"
#include "llvm/Support/WithColor.h"

namespace udpc {

struct AnnotateTextOptions {
  std::vector<std::string> Profiles; ///< Their names.
  bool Percentages = true;
  bool Files = true, Functions = true; ///< Which summaries.
  llvm::ColorMode Color = llvm::ColorMode::Auto;
  /// The label of the total, if it is not the whole program.
  std::string TotalName;
};

void printAnnotation(llvm::raw_ostream &OS, const Annotation &A,
                     const AnnotateTextOptions &Options);

/// The metadata at the start: the run and the selection.
std::vector<std::pair<std::string, std::string>>
annotationFacts(const Annotation &A, llvm::ArrayRef<std::string> Profiles);

/// Text for the state of a source.
llvm::StringRef sourceState(AnnotatedSource::State What);
std::string newerText(const AnnotatedSource &Source);
std::string bogusText(const AnnotatedSource &Source);
llvm::StringRef coverageText(unsigned Kind);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATETEXT_H
