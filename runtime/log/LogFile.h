//===- LogFile.h - The file of the log --------------------------*- C++ -*-===//
//
// Opens, checks, writes and rotates the log's file. Internal to runtime/log/.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

  /// Returns whether the descriptor still is this file, and the file has a
  /// name: programs close descriptors that they do not know, and reuse their
  /// numbers. Stores the file's size.
  bool isOurs(uint64_t &Size) const;
  /// Opens \p Path to append to it, and creates folders as necessary. Returns 0
  /// or an errno: EINVAL if it is no regular file, EBADMSG if it contains
  /// something other than a log.
  int open(const char *Path);
  /// Closes the file unless the descriptor is another file by now.
  void close();
  /// Appends \p Header and \p Pieces, followed by \p Padding zeros, by one
  /// system call. Returns 0 or an errno. All signals must be blocked.
  int write(const log::RecordHeader &Header, const LogPiece *Pieces, unsigned N,
            unsigned Padding) const;
};

/// The number of renamed files that are kept.
constexpr uint64_t NumOlderFiles = 4;

/// Renames \p Path to `.1`, the former `.1` to `.2` and so on, and removes the
/// one with number NumOlderFiles. Does nothing if \p Path is no longer \p File:
/// another process has renamed it.
void rotateFiles(const char *Path, const LogFile &File);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOG_LOGFILE_H
