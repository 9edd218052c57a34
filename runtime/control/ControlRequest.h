//===- ControlRequest.h - Parses the requests of udpc ctl -------*- C++ -*-===//
//
// A request is a line: `udpc <version> [thread <number>] <command> <arguments>`
// (docs/control.md). The input is not trusted. Requests.cpp executes the parsed
// requests.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CONTROL_CONTROLREQUEST_H
#define UDPC_RUNTIME_CONTROL_CONTROLREQUEST_H

#include <stdint.h>

namespace udpc {
namespace rt {

enum class RequestKind {
  NotOurs,      ///< No request of udpc ctl.
  OtherVersion, ///< Another version of the protocol.
  Unknown,      ///< Rest is the unknown command.
  Enable,       ///< Rest is the list of globs, not validated.
  Disable,
  Mask, ///< Rest as for Enable.
  Unmask,
  Status, ///< Rest is a list of globs, or empty for all events.
  Reset,
  Dump,
  Snapshot, ///< Rest is a path, or empty for the option's.
  Add,      ///< Rest is a folder with plans.
  Write,    ///< Rest is the name of an event.
};

struct ControlRequest {
  RequestKind Kind;
  const char *Rest; ///< Within the line.
  /// The kernel's number of the thread that the request is for; 0 for all.
  uint64_t Thread = 0;
  /// The new value for Write.
  int64_t Value = 0;
};

/// Parses \p Line, which ends with NUL.
ControlRequest parseRequest(const char *Line);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CONTROL_CONTROLREQUEST_H
