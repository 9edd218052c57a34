//===- Hooks.h - Interposed library functions -------------------*- C++ -*-===//
//
// The library functions that the runtime interposes are in hooks/, one file for
// each subject. The functions below are called at start-up, and by the hooks of
// other files.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_INTERFACES_HOOKS_H
#define UDPC_RUNTIME_INTERFACES_HOOKS_H

#include <signal.h>

namespace udpc {
namespace rt {

struct ThreadRecord;

/// Starts tracking thread ends. hooks/ThreadHooks.cpp.
void watchThreads();
/// Tracks the end of the calling thread, \p T.
void watchThread(ThreadRecord *T);
/// Tracks the end of the calling thread, which is the process's only one.
void watchOnlyThread();

/// Starts a thread of the runtime's own, without a record: it must not count.
/// Signals of the program are blocked in it. Returns 0 or an errno.
int startOwnThread(void *(*Run)(void *));

/// Calls the C library's sigaction(), bypassing sanitizers and our own.
/// hooks/SystemAction.cpp.
int setSystemAction(int Signal, const struct sigaction *New,
                    struct sigaction *Old);

/// Installs a handler for each signal that would terminate the program.
/// hooks/Signals.cpp.
void guardSignals();
/// Returns whether the program calls our sigaction(). False if a library has
/// brought the runtime into a process that had already resolved the C library's
/// function: then the program would see our handlers.
bool seesSignals();

/// Installs a handler for SIGURG, which calls the program's. Needs the
/// StateLock. hooks/ControlSignal.cpp.
void installControlHandler();
/// Returns whether that handler is installed and \p Signal is SIGURG.
bool hasControlHandler(int Signal);
/// Implements sigaction() for SIGURG.
int setControlSignalAction(const struct sigaction *New, struct sigaction *Old);
/// Performs the default action of \p Signal, which has arrived: terminates the
/// program. Writes the profile unless `handle_signals` is off.
void terminateBySignal(int Signal, siginfo_t *Info);
/// Returns the action that the program has set, or the initial one.
struct sigaction programAction(int Signal);

/// Installs a handler for SIGTRAP before sites change. The program's own action
/// stays visible and effective for it. Needs the StateLock.
/// hooks/TrapHooks.cpp.
void installTrapHandler();
/// Implements sigaction() for SIGTRAP. False if our handler is not installed.
/// Needs the StateLock.
bool changeTrapAction(const struct sigaction *New, struct sigaction *Old);
/// Unblocks SIGTRAP in the calling thread.
void unblockTrap();

/// Installs a handler for SIGBUS, which the program does not see. Needs the
/// StateLock. hooks/BusHooks.cpp.
void installBusHandler();
/// Returns whether that handler is installed and \p Signal is SIGBUS.
bool hasBusHandler(int Signal);
/// Implements sigaction() for SIGBUS.
int setBusAction(const struct sigaction *New, struct sigaction *Old);

/// Add an alternate signal stack to the calling thread unless it has one, so
/// that a profile is written after a stack overflow, and remove it.
void *addSignalStack();
void removeSignalStack(void *Stack);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_INTERFACES_HOOKS_H
