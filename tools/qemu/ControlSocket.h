//===- ControlSocket.h - Answers commands while it runs ------- -*- C++ -*-===//
//
// A thread of the plugin answers lines that come over a Unix socket. It blocks
// all signals, whose handlers in QEMU are for threads of the guest.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_CONTROLSOCKET_H
#define UDPC_TOOLS_QEMU_CONTROLSOCKET_H

#include "tools/qemu/CounterReport.h"

namespace udpc {
namespace qemu {

/// Moves \p File to a high number, so that the guest's low numbers stay free.
int moveUp(int File);

/// The identity of a file, whose number the guest may close and reuse.
struct FileIdentity {
  dev_t Device;
  ino_t Inode;
  static FileIdentity of(int File);
  bool isOf(int File) const;
};

/// A Unix socket bound to a path. Only the user may connect.
class ControlSocket {
public:
  /// Listens at \p Path. Replaces a socket there that has no listener. Returns
  /// 0 or an error number.
  int open(const char *Path);
  /// Starts the thread. \p C and \p Style must outlive the process. Returns 0
  /// or an error number.
  int start(Counters &C, const ReportStyle &Style);
  /// Removes the path if it still names this socket. Any process may call this.
  void remove();
  /// Closes the parent's socket in a child of fork, which does not have the
  /// parent's thread.
  void leave();

private:
  static void *serve(void *Self);
  void serve();

  int Listening = -1;
  FileIdentity File = {}, Name = {}; ///< Of the open file, and of the path.
  char Path[PATH_MAX] = "";
  Counters *Memory = nullptr;
  const ReportStyle *Style = nullptr;
};

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_CONTROLSOCKET_H
