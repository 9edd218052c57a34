//===- AnnotatedSource.h - A source file with its costs ---------*- C++ -*-===//

#ifndef UDPC_PROFDATA_ANNOTATE_ANNOTATEDSOURCE_H
#define UDPC_PROFDATA_ANNOTATE_ANNOTATEDSOURCE_H

#include "profdata/annotate/CostSheet.h"
#include "profdata/annotate/SourceText.h"

namespace udpc {

/// Lines that are shown in one piece.
struct SourceRegion {
  uint32_t First, Last;
};

struct AnnotatedSource {
  enum State {
    Annotated,
    NotFound, ///< Or not readable.
    Different ///< Files that names were changed to one are not the same.
  };

  std::string File;
  std::vector<std::string> Originals; ///< What profiles call it.
  State What = NotFound;
  std::string NewerThan; ///< The profile that is older than it; or "".

  CostSheet::Counts Total;
  CostSheet::Lines Lines; ///< Of all functions. In Text, if there is one.
  /// Of no line (line 0), and of lines that Text has not.
  CostSheet::Counts Unknown;
  CostSheet::Lines Bogus;

  std::optional<SourceText> Text;    ///< If Annotated.
  std::vector<SourceRegion> Regions; ///< By line; they do not touch.
};

/// What profiles were made when.
struct ProfileTime {
  std::string Name;
  llvm::sys::TimePoint<> Written;
};

struct SourceOptions {
  std::vector<std::string> Folders;  ///< Where to look for sources.
  std::vector<ProfileTime> Profiles; ///< To which sources may be too new.
  uint32_t Context = 8; ///< Lines that are shown around those with costs.
};

/// The costs of \p File, which \p Sheet has, line by line.
AnnotatedSource annotateSource(const CostSheet &Sheet, llvm::StringRef File,
                               const SourceOptions &Options);

/// The lines of \p Lines with \p Context lines around each, in a file of
/// \p NumLines.
std::vector<SourceRegion> regionsOf(const CostSheet::Lines &Lines,
                                    uint32_t Context, uint32_t NumLines);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_ANNOTATEDSOURCE_H
