//===- Hooks.h - Where the runtime steps in --------------------*- C++ -*-===//
//
// The library functions that the runtime stands in for are in hooks/, a file
// for each matter. This is what start-up needs of them.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CORE_HOOKS_H
#define UDPC_RUNTIME_CORE_HOOKS_H

#include <signal.h>

namespace udpc {
namespace rt {

struct ThreadRecord;

/// From now on the ends of threads are noticed. hooks/ThreadHooks.cpp.
void watchThreads();
/// The end of the calling thread, \p T, is noticed.
void watchThread(ThreadRecord *T);

/// The C library's sigaction(), past sanitizers and our own.
/// hooks/SystemAction.cpp.
int setSystemAction(int Signal, const struct sigaction *New,
                    struct sigaction *Old);

/// Puts our handler where a signal would kill the program. hooks/Signals.cpp.
void guardSignals();
/// Whether the program calls our sigaction(): not if a library has brought the
/// runtime into a process that had looked up the C library's already. Then the
/// handlers would be seen.
bool seesSignals();

/// Puts our handler in front of the program's for SIGURG. Needs the StateLock.
/// hooks/Doorbell.cpp.
void putUpDoorbell();
/// Whether \p Signal has it.
bool isBehindDoorbell(int Signal);
/// Is sigaction() for it.
int setActionBehindDoorbell(const struct sigaction *New, struct sigaction *Old);
/// Ends the program as \p Signal, which has arrived, does by default. The
/// profile is written unless that is turned off.
void dieOfSignal(int Signal, siginfo_t *Info);
/// What the program has set, or the system where it has set nothing.
struct sigaction programAction(int Signal);

/// Whether sites change on this processor.
#if defined(__x86_64__)
constexpr bool ChangesCode = true;
#else
constexpr bool ChangesCode = false;
#endif

/// SIGTRAP is ours from now on: sites are about to change. The program goes on
/// seeing and getting what it sets. Needs the StateLock. hooks/TrapHooks.cpp.
void installTrapHandler();
/// For sigaction: sets and tells what the program sees of SIGTRAP. False if the
/// handler is not ours. Needs the StateLock.
bool changeTrapAction(const struct sigaction *New, struct sigaction *Old);
/// The calling thread can take SIGTRAP from now on.
void unblockTrap();

/// Gives the calling thread a stack for signal handlers unless it has one, so
/// that a stack overflow leaves a profile too; and takes it back.
void *addSignalStack();
void removeSignalStack(void *Stack);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CORE_HOOKS_H
