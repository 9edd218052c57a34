//===- ControlSocket.h - Takes commands while the guest runs ----*- C++ -*-===//
//
// A thread of the plugin answers lines that come over a Unix socket. It blocks
// all signals, whose handlers in QEMU are for threads of the guest.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_CONTROLSOCKET_H
#define UDPC_TOOLS_QEMU_CONTROLSOCKET_H

#include "tools/qemu/CounterReport.h"

namespace udpc {
namespace qemu {

/// A socket at a name. Only the user may connect.
class ControlSocket {
public:
  /// Listens at \p Path; a socket there at which nobody listens is replaced.
  /// Returns 0 or an error number.
  int open(const char *Path);
  /// Starts the thread. \p C and \p Style outlive the process. Returns 0 or an
  /// error number.
  int start(Counters &C, const ReportStyle &Style);
  /// Removes the name, if it is still this socket's. Any process may do so.
  void remove();
  /// In the child of fork, which has no thread: lets go of the parent's.
  void leave();

private:
  struct Identity {
    dev_t Device;
    ino_t Inode;
    bool isOf(int File) const;
  };
  static void *serve(void *Self);
  void serve();

  int Listening = -1;
  /// Of the open file, whose number the guest may close and reuse; and of the
  /// name.
  Identity File = {}, Name = {};
  char Path[PATH_MAX] = "";
  Counters *Memory = nullptr;
  const ReportStyle *Style = nullptr;
};

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_CONTROLSOCKET_H
