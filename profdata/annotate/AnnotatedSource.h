//===- AnnotatedSource.h - A source file with its costs ---------*- C++ -*-===//

#ifndef UDPC_PROFDATA_ANNOTATE_ANNOTATEDSOURCE_H
#define UDPC_PROFDATA_ANNOTATE_ANNOTATEDSOURCE_H

#include "profdata/annotate/CostSheet.h"
#include "profdata/annotate/SourceText.h"

namespace udpc {

/// A contiguous range of lines that are shown.
struct ShownLines {
  uint32_t First, Last;
};

struct AnnotatedSource {
  enum State {
    Annotated,
    NotFound, ///< Or not readable.
    Different ///< Several files have this name after renaming, with different
              ///< contents.
  };

  std::string File;
  std::vector<std::string> Originals; ///< Its names in profiles.
  State What = NotFound;
  std::string NewerThan; ///< A profile that is older than it; or "".

  CostSheet::Counts Total;
  CostSheet::Lines Lines; ///< Of all functions. In Text, if there is one.
  /// Costs at line 0, and at lines beyond the end of Text.
  CentreCounts<int64_t> Unknown;
  CostSheet::Lines Bogus;

  std::optional<SourceText> Text;  ///< If Annotated.
  std::vector<ShownLines> Regions; ///< By line; not adjacent.
};

/// The modification times of profiles.
struct ProfileTime {
  std::string Name;
  llvm::sys::TimePoint<> Written;
};

struct SourceOptions {
  std::vector<std::string> Folders;  ///< Folders to search for sources.
  std::vector<ProfileTime> Profiles; ///< For the check whether sources are
                                     ///< newer.
  uint32_t Context = 8;              ///< Lines to show around those with costs.
};

/// The costs of \p File, which \p Sheet has, line by line.
AnnotatedSource annotateSource(const CostSheet &Sheet, llvm::StringRef File,
                               const SourceOptions &Options);

/// The lines of \p Lines with \p Context lines around each, in a file of
/// \p NumLines.
std::vector<ShownLines> regionsOf(const CostSheet::Lines &Lines,
                                  uint32_t Context, uint32_t NumLines);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_ANNOTATEDSOURCE_H
