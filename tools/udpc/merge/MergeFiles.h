//===- MergeFiles.h - Adds many files up ------------------------*- C++ -*-===//
//
// Adds the files of `udpc merge` and `udpc collect` up in several threads.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_MERGE_MERGEFILES_H
#define UDPC_TOOLS_UDPC_MERGE_MERGEFILES_H

#include "tools/udpc/profiles/ProfileSum.h"

namespace udpc {

struct MergeSettings {
  /// Files that cannot be added are left out, and counted.
  bool SkipsDamaged = false;
  /// Shows progress on standard error if that is a terminal.
  bool ShowsProgress = false;
  /// Go on where a merge of the same files into the same output has stopped.
  bool Resumes = false;
  /// For files with what has been added so far; "": none are written.
  std::string Output;
};

struct MergedFiles {
  ProfileSum Sum;
  /// Why files were left out, by their order.
  std::vector<std::string> Skipped;
  /// What their headers say, and 1 for a file without one.
  uint64_t SkippedRuns = 0;
  /// Files that an earlier merge had added.
  size_t Resumed = 0;
};

/// Adds \p Files up, without tables. Memory is bounded by what is distinct in
/// them, times the number of threads. Fails for the first file, in the order of
/// \p Files, that cannot be added, unless such are skipped.
llvm::Expected<MergedFiles> mergeFiles(llvm::ArrayRef<std::string> Files,
                                       const MergeSettings &Settings);

/// Says on standard error what was left out, if anything was.
void reportSkipped(const MergedFiles &Merged, size_t NumFiles);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_MERGE_MERGEFILES_H
