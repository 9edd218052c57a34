//===- OutputFile.h - The file of an output ---------------------*- C++ -*-===//
//
// Chooses the path of an output (Outputs.h) from its option, and keeps its
// state between dumps.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_OUTPUTFILE_H
#define UDPC_RUNTIME_OUTPUT_OUTPUTFILE_H

#include "runtime/output/ProfileWriter.h"

namespace udpc {
namespace rt {

/// A file that each dump replaces. Valid when zero. Guarded by the StateLock.
class OutputFile {
public:
  /// Expands \p Pattern, the option's value, to the path, once. Returns 0 or an
  /// errno.
  int choosePath(const char *Pattern, bool CanBeShared);
  /// Becomes the file of part \p Number of the output \p Whole, whose path has
  /// been chosen; a stream gets all parts. Returns 0 or an errno.
  int becomePart(const OutputFile &Whole, unsigned Number);
  const char *path() const { return Path; }
  ProfileTarget target() {
    return {Path, IsStream, IsShared ? &Added : nullptr, &Kept,
            !IsShared && Added.Size ? &Added : nullptr};
  }
  /// Replaces the path of a shared file, after choosePath(), by one of this
  /// process, because no file can be created later. Returns 0 or an errno.
  int stopSharing();
  /// Keeps the file, which has been written, open for later dumps.
  void keepOpen() {
    if (!IsStream)
      Kept.open(Path);
  }

  /// Called at a reset: counts that were added to a shared file stay there.
  void releaseAdded() { Added.release(); }
  /// Called in the child after fork().
  void forget();

  bool HasWarned;  ///< Whether a failure has been reported.
  bool HasWritten; ///< Whether the file has been written.

private:
  int chooseName(const char *Pattern, bool CanBeShared);

  char Path[PATH_MAX];
  bool HavePath, IsStream, IsShared;
  /// The counts that were added to the shared file before.
  MemoryImage Added;
  KeptFile Kept;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_OUTPUTFILE_H
