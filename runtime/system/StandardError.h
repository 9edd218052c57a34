//===- StandardError.h - Checks standard error ------------------*- C++ -*-===//
//
// Decides whether descriptor 2 takes messages. Programs close standard error
// (GNU's do before they end, daemons when they start), and the next file that
// they open gets its number: a message would be written into their data. A
// program may also redirect standard error to its log. The runtime cannot tell
// these cases apart, so it writes messages to descriptor 2 only
// - while it is the file that it was when the runtime started, or
// - if descriptor 1 is the same file or pipe and both are open for writing, as
// redirection leaves them, but not two separate calls of open().
//
// A socket that has both numbers takes no messages: it is a connection, as of a
// service of inetd.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_SYSTEM_STANDARDERROR_H
#define UDPC_RUNTIME_SYSTEM_STANDARDERROR_H

#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>

namespace udpc {
namespace rt {

/// The file of a descriptor. Valid when zero: the descriptor is closed.
struct FileIdentity {
  bool IsOpen;
  uint64_t Device, Node;
  uint32_t Mode; ///< stat::st_mode.
  int Flags;     ///< The flags of open().

  bool isSame(const FileIdentity &Other) const {
    return IsOpen && Other.IsOpen && Device == Other.Device &&
           Node == Other.Node && (Mode & S_IFMT) == (Other.Mode & S_IFMT);
  }
  bool isForWriting() const {
    return IsOpen && (Flags & O_ACCMODE) != O_RDONLY;
  }
};

/// Returns whether descriptor 2 takes messages: its file was \p AtStart when
/// the runtime started and is now \p Error; the file of descriptor 1 is \p
/// Output.
inline bool takesMessages(const FileIdentity &AtStart,
                          const FileIdentity &Error,
                          const FileIdentity &Output) {
  return Error.isSame(AtStart) ||
         (Error.isSame(Output) && !S_ISSOCK(Error.Mode) &&
          Error.isForWriting() && Output.isForWriting());
}

/// Returns the file of \p FD. \p Stat and \p Flags are fstat() and
/// fcntl(F_GETFL), or equivalent system calls.
template <typename StatT, typename FlagsT>
FileIdentity identifyFile(int FD, StatT Stat, FlagsT Flags) {
  struct stat Status;
  if (Stat(FD, &Status) < 0)
    return {};
  return {true, Status.st_dev, Status.st_ino, Status.st_mode,
          static_cast<int>(Flags(FD))};
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_SYSTEM_STANDARDERROR_H
