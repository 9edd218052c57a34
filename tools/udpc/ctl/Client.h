//===- Client.h - Sends requests to processes ----------------- -*- C++ -*-===//
//
// The client's side of docs/control.md. Used by `udpc ctl`, `watch` and
// `record`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CTL_CLIENT_H
#define UDPC_TOOLS_UDPC_CTL_CLIENT_H

#include "tools/udpc/process/Processes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace udpc {

/// The reply of one process.
struct Answer {
  enum Outcome {
    Done,
    NotListening, ///< The process cannot be controlled, or has ended.
    Failed
  };
  Process From;
  Outcome What = Done;
  /// The reply after `ok`, or an error message.
  std::string Text;
};

/// Sends \p Request, a line, to all of \p Processes concurrently. Returns the
/// replies in the order of \p Processes. Calls \p Progress with the number of
/// replies so far.
std::vector<Answer> askProcesses(llvm::ArrayRef<Process> Processes,
                                 llvm::StringRef Request,
                                 llvm::function_ref<void(size_t)> Progress);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CTL_CLIENT_H
