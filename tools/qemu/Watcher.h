//===- Watcher.h - Writes the file of a process that was killed -*- C++ -*-===//
//
// QEMU notifies plugins of exit, not of abort, signals and exec. So each
// process has a watcher: a separate process that shares the counters, waits for
// the process to end, and writes the file if the process has not.
//
// The watcher is not a child of the process, which may wait for any child; it
// is in a session of its own, blocks all signals, and closes all inherited
// files, so that readers of pipes do not wait for it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_WATCHER_H
#define UDPC_TOOLS_QEMU_WATCHER_H

#include "tools/qemu/ControlSocket.h"
#include "tools/qemu/CounterReport.h"

namespace udpc {
namespace qemu {

/// The counters of a process and its output file.
struct WatchedProcess {
  Counters *Memory;
  ReportStyle Style;
  OutputName Name;
  pid_t Process;
  bool Forked;
  /// The socket for commands; the watcher removes its path.
  ControlSocket Control;

  /// Returns whether to write a file. A forked child that counted nothing, for
  /// example one that only calls exec, leaves no file.
  bool wanted() const { return !Forked || hasCounts(*Memory); }
};

/// The watched process's side of the watcher.
class Watcher {
public:
  /// Starts a watcher of the calling process. Returns 0 or an error number.
  int start(WatchedProcess &U);
  /// Detaches from the parent's watcher in a child of fork.
  void leave();

private:
  /// The write end of a pipe, held open by the process and closed by exec.
  int Held = -1;
  FileIdentity HeldFile = {};
};

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_WATCHER_H
