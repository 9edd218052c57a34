//===- AnnotateFacts.h - Phrases of annotations -----------------*- C++ -*-===//
//
// What annotations say about profiles and sources, in the words that the text
// output and the page share.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEFACTS_H
#define UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEFACTS_H

#include "profdata/annotate/Annotation.h"

namespace udpc {

/// Returns the metadata at the start: the run and the selection.
std::vector<std::pair<std::string, std::string>>
annotationFacts(const Annotation &A, llvm::ArrayRef<std::string> Profiles);

/// Return texts for the state of a source.
llvm::StringRef sourceState(AnnotatedSource::State What);
std::string newerText(const AnnotatedSource &Source);
std::string bogusText(const AnnotatedSource &Source);
llvm::StringRef coverageText(unsigned Kind);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_ANNOTATE_ANNOTATEFACTS_H
