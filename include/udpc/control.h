//===- udpc/control.h - Contract between udpc ctl and the runtime ---------===//
//
// A request is one line: `udpc 1 <command>[ <globs>]`. The reply is `ok`,
// optionally followed by a space and text, or `error <text>`; it ends with a
// newline and the end of the connection. An incomplete line gets no reply.
//
//   enable, disable,    `ok 2 events on`, with `; no event matches <globs>` for
//   mask, unmask        those globs that match none; `ok no event matches so
//   <globs>             far; there are <names>` if none matches. Sites that
//                       cannot be changed are reported after a `;`.
//   status [<globs>]    `ok`, then a line for each event: name, `on`, `off`,
//                       `always`, `auto` or `masked` (one command only: `on,
//                       dec masked`), count; separated by tabs
//   add <folder>        `ok 3 sites added`: the plans in the folder are used
//   dump                `ok wrote <path>`, `ok nothing to write: ...`
//   snapshot [<path>]   `ok appended to <path>`, `ok nothing to write: ...`
//   reset               `ok`
//   reset <globs>       `ok 2 events reset`, `error no event matches ...`
//   write <number> <event>
//                       `ok`, `error there is no event ...`
//   thread <number> <command>
//                       the same for that thread; not for enable, disable, dump
//
// `error` is the reply to unknown versions and commands, too; to `enable` and
// the like when 4096 lists of globs are stored (`there is no room for another
// rule: ...`); and when the runtime is busy for more than a second (`busy:
// ...`).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
/// Maximum length of a request, including its newline.
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
