//===- LogFile.h - The file of the log --------------------------*- C++ -*-===//
//
// Internal to runtime/log/.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOG_LOGFILE_H
#define UDPC_RUNTIME_LOG_LOGFILE_H

#include "runtime/log/RecordSeal.h"
#include <sys/types.h>

namespace udpc {
namespace rt {

/// An open file. Valid when zero.
struct LogFile {
  int FD; ///< 0 if it is closed.
  dev_t Device;
  ino_t Node;
  uint64_t OpenedAt;

  /// Whether the descriptor still is this file, which has a name: programs
  /// close descriptors that they do not know, and reuse their numbers. Stores
  /// its size.
  bool isOurs(uint64_t &Size) const;
  /// Opens \p Path to append to it, and creates folders as necessary. Returns 0
  /// or an errno: EINVAL if it is no regular file, EBADMSG if it has something
  /// else than a log.
  int open(const char *Path);
  /// Closes the file unless the descriptor is another one by now.
  void close();
  /// Appends \p Header and \p Pieces, with \p Padding zeros after them, by one
  /// system call. Returns 0 or an errno. All signals must be blocked.
  int write(const log::RecordHeader &Header, const LogPiece *Pieces, unsigned N,
            unsigned Padding) const;
};

/// Renames \p Path to `.1`, what was `.1` to `.2` and so on, and removes what
/// was \p NumOlder. Does nothing if \p Path is not \p File any more: another
/// process has renamed it.
void rotateFiles(const char *Path, const LogFile &File, uint64_t NumOlder);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOG_LOGFILE_H
