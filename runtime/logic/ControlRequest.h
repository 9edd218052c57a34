//===- ControlRequest.h - Parses the requests of udpc ctl -------*- C++ -*-===//
//
// A request is a line: `udpc <version> enable <globs>`, likewise disable, or
// status, dump, reset (docs/control.md). The input is not trusted.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_CONTROLREQUEST_H
#define UDPC_RUNTIME_LOGIC_CONTROLREQUEST_H

namespace udpc {
namespace rt {

enum class RequestKind {
  NotOurs,      ///< No request of udpc ctl.
  OtherVersion, ///< Another version of the protocol.
  Unknown,      ///< Rest is the unknown command.
  Enable,       ///< Rest is the list of globs, not validated.
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
