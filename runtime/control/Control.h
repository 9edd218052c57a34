//===- Control.h - `udpc ctl` ----------------------------------*- C++ -*-===//
//
// Lets another process turn events on and off, and ask for counts. No thread of
// ours waits for it: it leaves its request at a socket and rings with SIGURG,
// which nobody dies of. docs/control.md has the protocol.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CONTROL_CONTROL_H
#define UDPC_RUNTIME_CONTROL_CONTROL_H

#include <signal.h>

namespace udpc {
namespace rt {

/// Opens the socket and puts up the doorbell, if the option `control` is set
/// and it has not been done. Needs the StateLock.
void startControl();

/// In the child after fork(): the socket is the parent's, so it gets its own.
/// Needs the StateLock.
void restartControl();

/// Answers all requests that wait. For the handler of SIGURG.
void answerRequests();

/// Whether that signal is a ring of `udpc ctl`, and not the program's own.
bool isRing(const siginfo_t &Info);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CONTROL_CONTROL_H
