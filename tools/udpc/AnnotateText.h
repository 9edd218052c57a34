//===- AnnotateText.h - Annotations as text --------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATETEXT_H
#define UDPC_TOOLS_UDPC_ANNOTATETEXT_H

#include "profdata/annotate/Annotation.h"
#include "profdata/annotate/EventSheet.h"
#include "llvm/Support/WithColor.h"

namespace udpc {

struct AnnotateTextOptions {
  std::vector<std::string> Profiles; ///< Their names.
  bool Percentages = true;
  bool Files = true, Functions = true; ///< Which summaries.
  llvm::ColorMode Color = llvm::ColorMode::Auto;
  /// What has been counted in all, where that is not the whole program.
  std::string TotalName;
  /// Of counts of events: where there are sites.
  const SiteColumns *Sites = nullptr;
};

void printAnnotation(llvm::raw_ostream &OS, const Annotation &A,
                     const AnnotateTextOptions &Options);

/// What a summary begins with: what was run and what is shown of it.
std::vector<std::pair<std::string, std::string>>
annotationFacts(const Annotation &A, llvm::ArrayRef<std::string> Profiles);

/// What there is to say of sources, for people.
llvm::StringRef sourceState(AnnotatedSource::State What);
std::string newerText(const AnnotatedSource &Source);
std::string bogusText(const AnnotatedSource &Source);
llvm::StringRef coverageText(unsigned Kind);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATETEXT_H
