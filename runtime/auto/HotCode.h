//===- HotCode.h - Turns sites on where the program is hot ------*- C++ -*-===//
//
// The option `auto`: samples of the program counters of all threads say in
// which functions the program spends its time; the udpc instructions there are
// turned on, within a budget (auto/HotSites.h), and off when they get cold.
// How long each was on is in the profile.
//
// A thread is sampled by a timer of its CPU time, which sends it SIGURG: a
// signal whose default action is to be ignored, for which the runtime has a
// handler that the program does not see (hooks/ControlSignal.cpp). It only
// comes while the thread runs.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_AUTO_HOTCODE_H
#define UDPC_RUNTIME_AUTO_HOTCODE_H

#include "runtime/counts/Threads.h"
#include <signal.h>

namespace udpc {
namespace rt {

/// Reads the option. At start-up, after the other options.
void initHotCode();
/// Whether sites are switched so.
bool isHotCodeOn();

/// Starts and stops sampling the calling thread, \p T. Do nothing if the option
/// is not set.
void startSampling(ThreadRecord &T);
void stopSampling(ThreadRecord &T);
/// Called by the handler of SIGURG. Returns whether the signal is that of such
/// a timer. Takes the StateLock.
bool takeSample(const siginfo_t &Info, const void *Context);

/// Adds the time that sites have been on so far to the profile's counts. To be
/// called before these are read or reset. Needs the StateLock.
void addOnTimes();
/// The module with these records is about to be unloaded.
void closeHotSites(const abi::InstructionRec *Begin);

/// Says what has been spent, with the option `verbosity`.
void reportHotCode();
/// In the child after fork(). Needs the StateLock.
void restartHotCode();

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_AUTO_HOTCODE_H
