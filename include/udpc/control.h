//===- udpc/control.h - Contract between udpc ctl and the runtime ---------===//
//
// docs/control.md describes the protocol.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_CONTROL_H
#define UDPC_CONTROL_H

#include <stddef.h>

namespace udpc {
namespace control {

/// A process listens on a UNIX stream socket in the abstract namespace, whose
/// name is this prefix and the process number.
constexpr char SocketPrefix[] = "udpc.";
/// The second word of each request.
constexpr char Version[] = "1";
/// Including the newline.
constexpr size_t MaxRequest = 8192;
/// The start of the reply, after `ok `, if a rule matches no event.
constexpr char NoMatch[] = "no event matches";
/// The start of the reply to `snapshot`, after `ok `; a path follows.
constexpr char AppendedTo[] = "appended to ";
/// The start of the reply, after `error `, if a long operation of the runtime
/// prevents the request for now: the client may repeat it.
constexpr char Busy[] = "busy";
/// The value of the SIGURG that announces a request.
constexpr int SignalValue = 0x55445043; // "UDPC"

} // namespace control
} // namespace udpc

#endif // UDPC_CONTROL_H
