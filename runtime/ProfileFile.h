//===- ProfileFile.h - A file that is complete or not there ----*- C++ -*-===//

#ifndef UDPC_RUNTIME_PROFILEFILE_H
#define UDPC_RUNTIME_PROFILEFILE_H

#include "udpc/abi.h"
#include <limits.h>

namespace udpc {
namespace rt {

/// Writes a profile to a temporary name in the folder of \p Path, which then
/// takes the place of \p Path. What is there and is no regular file (/dev/null)
/// is written to instead. One at a time: guarded by the StateLock. All
/// functions return 0 or an errno; after an error nothing is left behind.
class ProfileFile {
public:
  /// Text has no header: without \p HasHeader all is content.
  int open(const char *Path, bool HasHeader = true);
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
  int writeAt(const void *Data, uint64_t Size, uint64_t Offset);

  const char *Path = nullptr;
  char Temporary[PATH_MAX];
  int FD = -1;
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
