//===- ProfileWriter.h - Writes a file atomically ---------------*- C++ -*-===//
//
// Writes the bytes of an output to a temporary file, a stream, a shared file or
// a kept file, and computes the header's size and checksum. Used by the writers
// of the outputs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_PROFILEWRITER_H
#define UDPC_RUNTIME_OUTPUT_PROFILEWRITER_H

#include "runtime/output/KeptFile.h"
#include "runtime/system/MemoryImage.h"
#include "udpc/abi.h"
#include <limits.h>

namespace udpc {
namespace rt {

/// The destination of a profile.
struct ProfileTarget {
  /// The path, in a buffer of PATH_MAX bytes, which changes if the profile has
  /// to be written elsewhere.
  char *Path;
  /// Whether the path is a stream (Streams.h), which is written to directly.
  bool IsStream;
  /// If not null, the file is shared (SharedProfile.h), and these are the
  /// counts that the process has already added to it.
  MemoryImage *Added;
  /// If this file is open, the profile is written to it in place.
  KeptFile *Kept;
  /// If not null, counts that were added to a shared file before, which this
  /// file omits.
  const MemoryImage *Before;
};

/// Creates a temporary file for \p Path, with missing folders, and stores its
/// name in \p Temporary, "" after an error. Returns a descriptor or -errno.
int createTemporary(const char *Path, char (&Temporary)[PATH_MAX]);

/// Writes \p Image to a temporary file and renames it to \p Path. With \p
/// MustBeNew returns EEXIST if \p Path exists. Returns 0 or an errno.
int writeWhole(const char *Path, const MemoryImage &Image, bool MustBeNew);

/// Writes a profile to a temporary file in the folder of the target, and
/// renames it; missing folders are created. Data for a stream or a shared file
/// is buffered in memory until it is complete. Only one instance may be in use:
/// guarded by the StateLock. All functions return 0 or an errno; after an error
/// no file is left.
class ProfileWriter {
public:
  /// Begins a file. Without \p HasHeader (text) it has content only.
  int open(const ProfileTarget &Target, bool HasHeader = true);
  int write(const void *Data, uint64_t Size);
  /// Writes zeros up to a multiple of 8.
  int pad();
  /// Writes the program's command line, and stores its size in \p Header.
  int writeCommand(abi::ProfileHeader &Header);
  /// Writes the module of a unit: abi::UnitRec and \p Path, which may be null.
  int writeModule(const char *Path);
  /// Fills in the header's size and checksum and finishes the file.
  int close(abi::ProfileHeader Header);
  /// Finishes a file without header.
  int close() { return finish(flush()); }
  /// Removes the temporary file after an error.
  void discard();
  /// Returns whether the profile has references in place of tables
  /// (SmallProfiles.h), and is always packed.
  bool isSmall() const { return IsSmall; }

private:
  int flush();
  int finish(int Error);
  int share();
  int leaveOutBefore();
  int pack();
  bool isInPlace() const { return Target.Kept && Target.Kept->isOpen(); }
  bool isInMemory() const {
    return Target.IsStream || Target.Added || Target.Before || MayBePacked ||
           isInPlace();
  }
  bool isToBePacked() const;
  int writeAt(const void *Data, uint64_t Size, uint64_t Offset);

  ProfileTarget Target = {};
  char Temporary[PATH_MAX];
  int FD = -1;
  MemoryImage Image; ///< Used instead of, or before, the temporary file.
  bool IsSmall = false, MayBePacked = false;
  uint64_t Offset = 0; ///< Offset in the file.
  uint64_t Buffered = 0;
  uint32_t Checksum = 0;
};

/// Returns whether \p Path is a profile that this process wrote before it
/// called exec: the profile has our process number and is newer than the
/// process. Text has no process number; \p NameIsOurs tells that its name has
/// it.
bool isFromBeforeExec(const char *Path, bool NameIsOurs);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_PROFILEWRITER_H
