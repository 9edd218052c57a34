//===- StandardError.h - Whether descriptor 2 takes messages ----*- C++ -*-===//
//
// Programs close standard error (GNU's do before they end, daemons when they
// start), and the next file that they open gets its number: a message would be
// written into their data. A program may also redirect standard error to its
// log. The two look the same from outside, so there is one rule. Messages go to
// descriptor 2
//
// - while it is the file that it was when the runtime started, or
// - if descriptor 1 is the same file or pipe, and both are open for writing:
//   two descriptors that the program did not open one by one.
//
// Sockets that have both numbers are connections, as of inetd.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_STANDARDERROR_H
#define UDPC_RUNTIME_LOGIC_STANDARDERROR_H

#include <fcntl.h>
#include <stdint.h>
#include <sys/stat.h>

namespace udpc {
namespace rt {

/// What a descriptor stands for. Valid when zero: it is closed.
struct FileIdentity {
  bool IsOpen;
  uint64_t Device, Node;
  uint32_t Mode; ///< As of stat.
  int Flags;     ///< As of open.

  bool isSame(const FileIdentity &Other) const {
    return IsOpen && Other.IsOpen && Device == Other.Device &&
           Node == Other.Node && (Mode & S_IFMT) == (Other.Mode & S_IFMT);
  }
  bool isForWriting() const {
    return IsOpen && (Flags & O_ACCMODE) != O_RDONLY;
  }
};

/// Whether descriptor 2, which was \p AtStart when the runtime started, takes
/// messages now that it is \p Error and descriptor 1 is \p Output.
inline bool takesMessages(const FileIdentity &AtStart,
                          const FileIdentity &Error,
                          const FileIdentity &Output) {
  return Error.isSame(AtStart) ||
         (Error.isSame(Output) && !S_ISSOCK(Error.Mode) &&
          Error.isForWriting() && Output.isForWriting());
}

/// The identity of \p FD, by \p Stat and \p Flags, which return a negative
/// number if it is closed.
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

#endif // UDPC_RUNTIME_LOGIC_STANDARDERROR_H
