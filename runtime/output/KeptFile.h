//===- KeptFile.h - Files for a program in a sandbox ------------*- C++ -*-===//
//
// Where a seccomp filter of the program refuses to create files, those of the
// profile are created and opened before, and rewritten in place.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_KEPTFILE_H
#define UDPC_RUNTIME_OUTPUT_KEPTFILE_H

#include "runtime/core/MemoryImage.h"
#include "runtime/core/Sandbox.h"
#include <sys/types.h>

namespace udpc {
namespace rt {

/// Whether \p F does not let a file be created and written.
bool refusesFiles(const Filter &F);
/// Whether a filter of the calling thread does.
bool areFilesRefused();

/// A file that stays open. Valid when zero.
class KeptFile {
public:
  /// Opens \p Path, which exists.
  void open(const char *Path);
  bool isOpen() const { return FD; }
  /// Replaces the contents by \p Image. Returns 0 or an errno.
  int write(const MemoryImage &Image);
  /// In the child after fork().
  void forget() { FD = 0; }

private:
  bool isOurs() const;
  int writeFromStart(const MemoryImage &Image);

  int FD;         ///< 0: none.
  bool HasOffset; ///< The descriptor's offset may not be 0.
  dev_t Device;
  ino_t Node;
  uint64_t Size;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_KEPTFILE_H
