//===- HotCode.h - Turns sites on where the program is hot ------*- C++ -*-===//
//
// The option `auto`: the runtime samples the program counters of all threads to
// find the functions in which the program spends its time. It turns on the udpc
// instructions there, within a budget (auto/HotSites.h), and off when the
// functions get cold. The profile has the time for which each was on.
//
// A timer of each thread's CPU time sends it SIGURG, whose default action is to
// be ignored; the runtime has a handler that the program does not see
// (hooks/ControlSignal.cpp). The signal arrives only while the thread runs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_AUTO_HOTCODE_H
#define UDPC_RUNTIME_AUTO_HOTCODE_H

#include "runtime/counts/Threads.h"
#include <signal.h>

namespace udpc {
namespace rt {

/// Reads the option. Called at start-up, after the other options.
void initHotCode();
/// Returns whether the option switches sites.
bool isHotCodeOn();

/// Starts and stops sampling the calling thread, \p T. Do nothing if the option
/// is not set.
void startSampling(ThreadRecord &T);
void stopSampling(ThreadRecord &T);
/// Called by the handler of SIGURG. Returns whether the signal comes from a
/// sampling timer. Takes the StateLock.
bool takeSample(const siginfo_t &Info, const void *Context);

/// Adds the time for which sites have been on so far to the profile's counts.
/// To be called before these are read or reset. Needs the StateLock.
void addOnTimes();
/// Called when the module with these records is about to be unloaded.
void closeHotSites(const abi::InstructionRec *Begin);

/// Reports the cost of the option, if `verbosity` asks for it.
void reportHotCode();
/// Called in the child after fork(). Needs the StateLock.
void restartHotCode();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_AUTO_HOTCODE_H
