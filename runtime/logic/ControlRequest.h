//===- ControlRequest.h - What udpc ctl asks for ---------------*- C++ -*-===//
//
// A request is a line: `udpc <version> enable <globs>`, likewise disable, or
// status, dump, reset (docs/control.md). Whoever can reach the socket can write
// anything there.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_CONTROLREQUEST_H
#define UDPC_RUNTIME_LOGIC_CONTROLREQUEST_H

namespace udpc {
namespace rt {

enum class RequestKind {
  NotOurs,      ///< No request of udpc ctl.
  OtherVersion, ///< Of another version of its language.
  Unknown,      ///< Rest is what is not known.
  Enable,       ///< Rest is the list of globs, which may be wrong.
  Disable,
  Status,
  Dump,
  Reset,
};

struct ControlRequest {
  RequestKind Kind;
  const char *Rest; ///< Within the line.
};

/// Reads \p Line, which ends with NUL.
ControlRequest parseRequest(const char *Line);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_CONTROLREQUEST_H
