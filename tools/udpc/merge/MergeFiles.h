//===- MergeFiles.h - Adds up many files ---------------------- -*- C++ -*-===//
//
// Adds up the files of `udpc merge` and `udpc collect` in several threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_MERGE_MERGEFILES_H
#define UDPC_TOOLS_UDPC_MERGE_MERGEFILES_H

#include "profdata/open/ProfileSum.h"

namespace udpc {

/// Options of mergeFiles.
struct MergeSettings {
  /// Whether files that cannot be added are skipped and counted.
  bool SkipsDamaged = false;
  /// Whether to show progress on standard error if it is a terminal.
  bool ShowsProgress = false;
  /// Whether to continue a stopped merge of the same files into the same
  /// output.
  bool Resumes = false;
  /// Base name of files with partial sums; "" to write none.
  std::string Output;
};

/// Result of mergeFiles.
struct MergedFiles {
  ProfileSum Sum;
  /// Reasons why files were skipped, in order of files.
  std::vector<std::string> Skipped;
  /// Number of runs in the skipped files by their headers, 1 for a file without
  /// one.
  uint64_t SkippedRuns = 0;
  /// Number of files that an earlier merge had added.
  size_t Resumed = 0;
};

/// Adds up \p Files, without tables. Memory is bounded by their distinct
/// contents times the number of threads. Fails for the first file, in the order
/// of \p Files, that cannot be added, unless \p Settings skips those.
llvm::Expected<MergedFiles> mergeFiles(llvm::ArrayRef<std::string> Files,
                                       const MergeSettings &Settings);

/// Reports skipped files on standard error, if there are any.
void reportSkipped(const MergedFiles &Merged, size_t NumFiles);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_MERGE_MERGEFILES_H
