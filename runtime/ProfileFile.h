//===- ProfileFile.h - A file that is complete or not there ----*- C++ -*-===//

#ifndef UDPC_RUNTIME_PROFILEFILE_H
#define UDPC_RUNTIME_PROFILEFILE_H

#include "udpc/abi.h"
#include <limits.h>

namespace udpc {
namespace rt {

/// Bytes in memory from the kernel, which grows as it is written. Valid when
/// zero.
class MemoryImage {
public:
  /// Returns 0 or an errno.
  int writeAt(const void *Data, uint64_t Size, uint64_t At);
  void release();
  const uint8_t *data() const { return Bytes; }
  uint64_t size() const { return Size; }

private:
  uint8_t *Bytes;
  uint64_t Size, Capacity;
};

/// Where a profile goes.
struct ProfileTarget {
  const char *Path;
  /// It is a stream (Streams.h), which is written to as it is.
  bool IsStream;
};

/// Writes a profile to a temporary name in the folder of the target, which then
/// takes the target's place; folders that are missing are made. What goes to a
/// stream is kept in memory until it is complete. One at a time: guarded by the
/// StateLock. All functions return 0 or an errno; after an error nothing is
/// left behind.
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
  int createTemporary();
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

#endif // UDPC_RUNTIME_PROFILEFILE_H
