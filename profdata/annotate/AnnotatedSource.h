//===- AnnotatedSource.h - A source file with its costs ---------*- C++ -*-===//
//
// Reads a source, attaches the costs of its lines, and chooses the lines to
// show. Used by Annotation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_ANNOTATEDSOURCE_H
#define UDPC_PROFDATA_ANNOTATE_ANNOTATEDSOURCE_H

#include "profdata/annotate/CostSheet.h"
#include "profdata/annotate/SourceText.h"

namespace udpc {

/// A contiguous range of lines to show.
struct ShownLines {
  uint32_t First, Last;
};

/// A source file with the costs of its lines.
struct AnnotatedSource {
  enum State {
    Annotated,
    NotFound, ///< The file does not exist or cannot be read.
    /// After renaming, several files with different contents have this name.
    Different
  };

  std::string File;
  std::vector<std::string> Originals; ///< The file's names in profiles.
  State What = NotFound;
  std::string NewerThan; ///< A profile that is older than the file, or "".

  CostSheet::Counts Total;
  /// The costs of all functions. Within Text, if that is set.
  CostSheet::Lines Lines;
  /// Costs at line 0, and at lines beyond the end of Text.
  CentreCounts<int64_t> Unknown;
  CostSheet::Lines Bogus;

  std::optional<SourceText> Text;  ///< If Annotated.
  std::vector<ShownLines> Regions; ///< Ordered, not adjacent.
};

/// A profile and its modification time.
struct ProfileTime {
  std::string Name;
  llvm::sys::TimePoint<> Written;
};

struct SourceOptions {
  std::vector<std::string> Folders; ///< Folders to search for sources.
  /// For the check whether sources are newer.
  std::vector<ProfileTime> Profiles;
  /// The number of lines to show around lines with costs.
  uint32_t Context = 8;
};

/// Computes the costs of \p File, a file of \p Sheet, line by line.
AnnotatedSource annotateSource(const CostSheet &Sheet, llvm::StringRef File,
                               const SourceOptions &Options);

/// Returns \p Lines with \p Context lines around each, as ranges in a file of
/// \p NumLines lines.
std::vector<ShownLines> regionsOf(const CostSheet::Lines &Lines,
                                  uint32_t Context, uint32_t NumLines);

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_ANNOTATEDSOURCE_H
