//===- Annotation.h - All that an annotation shows --------------*- C++ -*-===//
//
// Computed of a cost sheet; terminal, page and JSON only write it down.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_ANNOTATION_H
#define UDPC_PROFDATA_ANNOTATE_ANNOTATION_H

#include "profdata/annotate/AnnotatedSource.h"
#include "profdata/annotate/CostSummary.h"
#include <array>

namespace udpc {

struct AnnotationOptions {
  std::vector<size_t> Show; ///< Events by position.
  CostOrder Order;
  bool Annotate = true; ///< Sources as well, not only the summaries.
  SourceOptions Sources;
  /// Sources to be annotated whatever they have cost, as the sheet calls them
  /// or the ends of what it does: "lib/a.c" of "/src/lib/a.c".
  std::vector<std::string> Files;
};

/// What of the costs was annotated, and why the rest was not.
struct Coverage {
  enum Kind {
    Annotated, ///< At a line that is there.
    NoLine,    ///< In an annotated file, but at no line that is there.
    Different, ///< AnnotatedSource::Different.
    NotFound,  ///< AnnotatedSource::NotFound.
    BelowThreshold,
    UnknownFile, ///< "???".
    NumKinds
  };
  std::array<CostSheet::Counts, NumKinds> Counts;
};

struct Annotation {
  CostSheet Sheet;
  AnnotationOptions Options;
  std::vector<SummaryGroup> Files, Functions;
  std::vector<AnnotatedSource> Sources; ///< By name.
  Coverage Covered;

  /// The error says that Options.Files names what is not there.
  static llvm::Expected<Annotation> compute(CostSheet Sheet,
                                            AnnotationOptions Options);
};

/// What profiles call a file that they do not know.
constexpr llvm::StringLiteral UnknownFileName = "???";

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_ANNOTATION_H
