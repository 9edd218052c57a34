//===- Watcher.h - Writes the file of a process that was killed -*- C++ -*-===//
//
// QEMU tells a plugin of exit, not of abort, of signals and of exec. So each
// process has a watcher: a process of its own that shares the counters, waits
// for the process to end, and writes the file if the process has not.
//
// The watcher is no child of the process, which may wait for any child; it is
// in a session of its own, takes no signal, and holds none of the files that
// were open, so that who waits for the end of a pipe does not wait for it.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_WATCHER_H
#define UDPC_TOOLS_QEMU_WATCHER_H

#include "tools/qemu/UnitReport.h"

namespace udpc {
namespace qemu {

/// What is written of a process, and where.
struct Unit {
  Counters *Memory;
  ReportStyle Style;
  OutputName Name;
  pid_t Process;
  bool Forked;

  /// A child of fork that counted nothing, as before exec, leaves no file.
  bool wanted() const { return !Forked || hasCounts(*Memory); }
};

class Watcher {
public:
  /// Starts a watcher of the calling process. Returns 0 or an error number.
  int start(const Unit &U);
  /// In the child of fork: lets go of the parent's watcher.
  void leave();

private:
  /// The end of a pipe that the process holds: closed by exec.
  int Held = -1;
  /// What Held is, as the guest may close it and open something else there.
  dev_t Device = 0;
  ino_t Inode = 0;
};

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_WATCHER_H
