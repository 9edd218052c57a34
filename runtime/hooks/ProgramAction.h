//===- ProgramAction.h - Actions behind our handlers ------------*- C++ -*-===//
//
// Stores the action that the program asked for, for a signal that the runtime
// handles itself (BusHooks.cpp, ControlSignal.cpp, TrapHooks.cpp), and calls
// the program's handlers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_HOOKS_PROGRAMACTION_H
#define UDPC_RUNTIME_HOOKS_PROGRAMACTION_H

#include <signal.h>

namespace udpc {
namespace rt {

/// An action. Handlers read the newest one without a lock; writers hold the
/// StateLock.
class ProgramAction {
public:
  using Action = struct sigaction;

  Action newest() const {
    return Recent[__atomic_load_n(&Newest, __ATOMIC_ACQUIRE)];
  }
  void set(const Action &A) {
    unsigned Next = (Newest + 1) % NumRecent;
    Recent[Next] = A;
    __atomic_store_n(&Newest, Next, __ATOMIC_RELEASE);
  }
  /// Sets the default action, as the kernel does before it calls a handler with
  /// SA_RESETHAND.
  void reset() {
    Action Default = {};
    Default.sa_handler = SIG_DFL;
    set(Default);
  }

private:
  /// Number of stored actions: an entry is read long before it is reused.
  static constexpr unsigned NumRecent = 64;
  Action Recent[NumRecent];
  unsigned Newest;
};

/// Returns whether \p A calls a function of the program.
inline bool isHandler(const struct sigaction &A) {
  return A.sa_handler != SIG_DFL && A.sa_handler != SIG_IGN;
}
/// Calls the function of the program in \p A.
inline void callHandler(const struct sigaction &A, int Signal, siginfo_t *Info,
                        void *Context) {
  if (A.sa_flags & SA_SIGINFO)
    A.sa_sigaction(Signal, Info, Context);
  else
    A.sa_handler(Signal);
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_HOOKS_PROGRAMACTION_H
