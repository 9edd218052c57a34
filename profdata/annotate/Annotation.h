//===- Annotation.h - Selects and computes an annotation --------*- C++ -*-===//
//
// Computes everything that an annotation shows from a cost sheet; the writers
// for terminal, HTML and JSON only format it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_ANNOTATION_H
#define UDPC_PROFDATA_ANNOTATE_ANNOTATION_H

#include "profdata/annotate/AnnotatedSource.h"
#include "profdata/annotate/CostSummary.h"
#include "profdata/annotate/EventRate.h"
#include <array>

namespace udpc {

struct AnnotationOptions {
  std::vector<size_t> Show;     ///< Events by position.
  std::vector<EventRate> Rates; ///< Shown behind the events.
  CostOrder Order;
  std::string Limit;    ///< The shares of Order.limitTo() as text, or "".
  bool Annotate = true; ///< Whether to annotate sources, not only summaries.
  SourceOptions Sources;
  /// Sources to annotate regardless of their costs, by their name in the sheet
  /// or its end: "lib/a.c" for "/src/lib/a.c".
  std::vector<std::string> Files;
};

/// How much of the costs was annotated, and why the rest was not.
struct Coverage {
  enum Kind {
    Annotated, ///< At an existing line.
    NoLine,    ///< In an annotated file, but at no existing line.
    Different, ///< AnnotatedSource::Different.
    NotFound,  ///< AnnotatedSource::NotFound.
    BelowThreshold,
    UnknownFile, ///< "???".
    NumKinds
  };
  std::array<CostSheet::Counts, NumKinds> Counts;
};

/// An annotation, ready to be formatted.
struct Annotation {
  CostSheet Sheet;
  AnnotationOptions Options;
  std::vector<SummaryGroup> Files, Functions;
  std::vector<AnnotatedSource> Sources; ///< By name.
  Coverage Covered;

  /// Computes an annotation. Fails if Options.Files has a name that is not in
  /// the sheet.
  static llvm::Expected<Annotation> compute(CostSheet Sheet,
                                            AnnotationOptions Options);
};

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_ANNOTATION_H
