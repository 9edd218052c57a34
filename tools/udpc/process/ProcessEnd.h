//===- ProcessEnd.h - Waits for the end of a process ------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PROCESS_PROCESSEND_H
#define UDPC_TOOLS_UDPC_PROCESS_PROCESSEND_H

#include <chrono>
#include <sys/types.h>

namespace udpc {

/// A process, whose number is not mistaken for a later one's.
class ProcessEnd {
public:
  explicit ProcessEnd(pid_t Pid);
  ~ProcessEnd();
  ProcessEnd(const ProcessEnd &) = delete;
  ProcessEnd &operator=(const ProcessEnd &) = delete;

  /// Waits until \p Until, or until the process has ended, or a signal has been
  /// handled. Returns whether the process has ended.
  bool waitUntil(std::chrono::steady_clock::time_point Until) const;

private:
  int Descriptor; ///< A pidfd; -1 if there is none or the process has ended.
  bool Ended;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROCESS_PROCESSEND_H
