//===- ProcessEnd.h - Waits for the end of a process ------------*- C++ -*-===//
//
// Lets `udpc watch` and `udpc record` sleep until a process has ended.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PROCESS_PROCESSEND_H
#define UDPC_TOOLS_UDPC_PROCESS_PROCESSEND_H

#include <chrono>
#include <sys/types.h>

namespace udpc {

/// A process, identified safely even if its number is reused.
class ProcessEnd {
public:
  explicit ProcessEnd(pid_t Pid);
  ~ProcessEnd();
  ProcessEnd(const ProcessEnd &) = delete;
  ProcessEnd &operator=(const ProcessEnd &) = delete;

  /// Waits until \p Until, the end of the process, or a handled signal. Returns
  /// whether the process has ended.
  bool waitUntil(std::chrono::steady_clock::time_point Until) const;

private:
  int Descriptor; ///< A pidfd; -1 if there is none or the process has ended.
  bool Ended;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROCESS_PROCESSEND_H
