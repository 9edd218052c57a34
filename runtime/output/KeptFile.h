//===- KeptFile.h - Files for a program in a sandbox ------------*- C++ -*-===//
//
// If a seccomp filter of the program refuses to create files, the files of the
// profile are created before the filter is installed, kept open, and rewritten
// in place.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_KEPTFILE_H
#define UDPC_RUNTIME_OUTPUT_KEPTFILE_H

#include "runtime/system/MemoryImage.h"
#include "runtime/system/Sandbox.h"
#include <sys/types.h>

namespace udpc {
namespace rt {

/// Returns whether \p F refuses a system call that is needed to create and
/// write a file.
bool refusesFiles(const Filter &F);
/// Returns whether a filter of the calling thread refuses such a call.
bool areFilesRefused();

/// A file that stays open. Valid when zero.
class KeptFile {
public:
  /// Opens \p Path, which exists.
  void open(const char *Path);
  bool isOpen() const { return FD; }
  /// Replaces the contents by \p Image. Returns 0 or an errno.
  int write(const MemoryImage &Image);
  /// Leaves the file to the parent process, in the child after fork().
  void forget() { FD = 0; }

private:
  bool isOurs() const;
  int writeFromStart(const MemoryImage &Image);

  int FD;         ///< 0: none.
  bool HasOffset; ///< Whether the descriptor's offset may differ from 0.
  dev_t Device;
  ino_t Node;
  uint64_t Size;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_KEPTFILE_H
