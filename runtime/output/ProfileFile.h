//===- ProfileFile.h - A file that is complete or not there ----*- C++ -*-===//

#ifndef UDPC_RUNTIME_OUTPUT_PROFILEFILE_H
#define UDPC_RUNTIME_OUTPUT_PROFILEFILE_H

#include "runtime/core/MemoryImage.h"
#include "udpc/abi.h"
#include <limits.h>

namespace udpc {
namespace rt {

/// Where a profile goes.
struct ProfileTarget {
  /// In a buffer of PATH_MAX bytes: if the profile has to go elsewhere, that is
  /// put here.
  char *Path;
  /// It is a stream (Streams.h), which is written to as it is.
  bool IsStream;
  /// Not null: the file is shared (SharedProfile.h). This is what the process
  /// has added to it before.
  MemoryImage *Added;
};

/// Writes \p Image to a temporary name that then takes the place of \p Path;
/// with \p MustBeNew only if nothing is there, else EEXIST. Returns 0 or an
/// errno.
int writeWhole(const char *Path, const MemoryImage &Image, bool MustBeNew);

/// Writes a profile to a temporary name in the folder of the target, which then
/// takes the target's place; folders that are missing are made. What goes to a
/// stream or a shared file is kept in memory until it is complete. One at a
/// time: guarded by the StateLock. All functions return 0 or an errno; after an
/// error nothing is left behind.
class ProfileFile {
public:
  /// Text has no header: without \p HasHeader all is content.
  int open(const ProfileTarget &Target, bool HasHeader = true);
  int write(const void *Data, uint64_t Size);
  /// Zeros up to a multiple of 8.
  int pad();
  /// Fills in the header's size and checksum and finishes the file.
  int close(abi::ProfileHeader Header);
  /// Finishes a file without header.
  int close() { return finish(flush()); }
  /// After an error.
  void discard();

private:
  int flush();
  int finish(int Error);
  int share();
  bool isInMemory() const { return Target.IsStream || Target.Added; }
  int writeAt(const void *Data, uint64_t Size, uint64_t Offset);

  ProfileTarget Target = {};
  char Temporary[PATH_MAX];
  int FD = -1;
  MemoryImage Image;   ///< Instead of the temporary file.
  uint64_t Offset = 0; ///< In the file.
  uint64_t Buffered = 0;
  uint32_t Checksum = 0;
};

/// Whether \p Path is a profile that this process wrote before it called exec:
/// it is ours by its number, and younger than the process. Text does not say
/// whose it is; \p NameIsOurs tells that the name does.
bool isFromBeforeExec(const char *Path, bool NameIsOurs);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_PROFILEFILE_H
