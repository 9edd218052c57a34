//===- SharedProfile.h - One profile of many processes ----------*- C++ -*-===//
//
// With %m in its name a profile is the sum of the counts of all processes of a
// program. A process locks the file, adds its counts in memory, and replaces
// the file by the sum; if it is killed meanwhile the file is unchanged.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_SHAREDPROFILE_H
#define UDPC_RUNTIME_OUTPUT_SHAREDPROFILE_H

#include "runtime/system/MemoryImage.h"

namespace udpc {
namespace rt {

/// Returns a hash of the tables of the executable, which identifies the build
/// of the program. Needs the StateLock.
uint64_t buildSignature();

/// Result of adding counts to a shared file.
enum class SharingResult {
  Added,
  /// The existing file is no profile to which this one can be added. It is not
  /// changed.
  Foreign,
  /// Another process has held the lock for a minute.
  Locked,
  /// The file system has no locks; see the errno.
  NoLocks,
  /// An error; see the errno.
  Failed,
};

/// Adds the profile \p Image to the file \p Path, or creates the file. \p Error
/// is set to the errno.
SharingResult addToShared(const char *Path, const MemoryImage &Image,
                          int &Error);

/// Stores \p Image minus \p Before, an earlier image of the same process, in \p
/// Out, which is empty. Returns 0 or an errno.
int subtractImage(const MemoryImage &Image, const MemoryImage &Before,
                  MemoryImage &Out);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_SHAREDPROFILE_H
