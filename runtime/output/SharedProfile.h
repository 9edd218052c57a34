//===- SharedProfile.h - One profile of many processes ---------*- C++ -*-===//
//
// With %m in its name a profile is the sum of what all processes of a program
// have counted. A process locks the file, adds to it in memory, and puts the
// sum in its place; if it is killed on the way the file stays what it was.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_SHAREDPROFILE_H
#define UDPC_RUNTIME_OUTPUT_SHAREDPROFILE_H

#include "runtime/core/MemoryImage.h"

namespace udpc {
namespace rt {

/// Tells builds of a program apart: a hash of the tables of its executable.
/// Needs the StateLock.
uint64_t buildSignature();

enum class SharingResult {
  Added,
  /// What is there is no profile that this one can be added to. It is left as
  /// it is.
  Foreign,
  /// Another process has kept it locked for a minute.
  Locked,
  /// The errno says why.
  Failed,
};

/// Adds the profile \p Image to the file \p Path, or makes the file.
SharingResult addToShared(const char *Path, const MemoryImage &Image,
                          int &Error);

/// Puts \p Image less \p Before, of the same process, into \p Out, which is
/// empty. Returns 0 or an errno.
int subtractImage(const MemoryImage &Image, const MemoryImage &Before,
                  MemoryImage &Out);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_SHAREDPROFILE_H
