//===- Hooks.h - Where the runtime steps in --------------------*- C++ -*-===//
//
// The library functions that the runtime stands in for are in hooks/, a file
// for each matter. This is what start-up needs of them.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_HOOKS_H
#define UDPC_RUNTIME_HOOKS_H

struct sigaction;

namespace udpc {
namespace rt {

struct ThreadRecord;

/// From now on the ends of threads are noticed. hooks/ThreadHooks.cpp.
void watchThreads();
/// The end of the calling thread, \p T, is noticed.
void watchThread(ThreadRecord *T);

/// Puts our handler where a signal would kill the program. hooks/Signals.cpp.
void guardSignals();

/// Puts our handler in front of the program's for SIGURG. Needs the StateLock.
/// hooks/Doorbell.cpp.
void putUpDoorbell();
/// Whether \p Signal has it.
bool isBehindDoorbell(int Signal);
/// Is sigaction() for it.
int setActionBehindDoorbell(const struct sigaction *New, struct sigaction *Old);

/// Gives the calling thread a stack for signal handlers unless it has one, so
/// that a stack overflow leaves a profile too; and takes it back.
void *addSignalStack();
void removeSignalStack(void *Stack);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_HOOKS_H
