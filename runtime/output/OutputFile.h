//===- OutputFile.h - Where an output goes ---------------------*- C++ -*-===//

#ifndef UDPC_RUNTIME_OUTPUT_OUTPUTFILE_H
#define UDPC_RUNTIME_OUTPUT_OUTPUTFILE_H

#include "runtime/output/ProfileFile.h"

namespace udpc {
namespace rt {

/// A file that each dump writes anew. Valid when zero. Guarded by the
/// StateLock.
class OutputFile {
public:
  /// Makes the path from \p Pattern, the option's value, unless there is one.
  /// Returns 0 or an errno.
  int choosePath(const char *Pattern, bool CanBeShared);
  const char *path() const { return Path; }
  ProfileTarget target() {
    return {Path, IsStream, IsShared ? &Added : nullptr};
  }

  /// Counts begin anew: what was added to a shared file stays there.
  void forgetAdded() { Added.release(); }
  /// In the child after fork().
  void forget();

  bool HasWarned; ///< That it cannot be written.

private:
  int chooseName(const char *Pattern, bool CanBeShared);

  char Path[PATH_MAX];
  bool HavePath, IsStream, IsShared;
  /// What is in the shared file already.
  MemoryImage Added;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_OUTPUTFILE_H
