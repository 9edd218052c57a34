//===- udpc/control.h - What udpc ctl and the runtime agree on ------------===//
//
// docs/control.md explains it.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_CONTROL_H
#define UDPC_CONTROL_H

#include <stddef.h>

namespace udpc {
namespace control {

/// A process listens at a UNIX stream socket in the abstract namespace: this
/// and its number.
constexpr char SocketPrefix[] = "udpc.";
/// The second word of each request.
constexpr char Version[] = "1";
/// With its end of line.
constexpr size_t MaxRequest = 8192;
/// How the reply begins, behind `ok `, when a rule matches no event.
constexpr char NoMatch[] = "no event matches";
/// What the SIGURG that asks to look at the socket carries.
constexpr int Ring = 0x55445043; // "UDPC"

} // namespace control
} // namespace udpc

#endif // UDPC_CONTROL_H
