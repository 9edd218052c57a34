//===- Control.h - Answers requests of udpc ctl -----------------*- C++ -*-===//
//
// Lets another process turn events on and off, and read counts. The runtime has
// no thread of its own: the client sends its request to a socket, and then
// SIGURG, whose default action is to be ignored. docs/control.md describes the
// protocol.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CONTROL_CONTROL_H
#define UDPC_RUNTIME_CONTROL_CONTROL_H

#include <signal.h>

namespace udpc {
namespace rt {

/// Opens the socket and installs the handler for SIGURG, if the option
/// `control` is set and this has not been done. Needs the StateLock.
void startControl();

/// Called in the child after fork(), which gets a socket of its own. Needs the
/// StateLock.
void restartControl();

/// Answers all pending requests. Called by the handler of SIGURG, or after
/// fork() by the thread to which requests were left.
void answerRequests();

/// Returns whether the signal announces a request of `udpc ctl`.
bool isControlRequest(const siginfo_t &Info);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CONTROL_CONTROL_H
