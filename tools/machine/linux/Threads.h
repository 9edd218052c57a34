//===- Threads.h - The program's threads ------------------------*- C++ -*-===//
//
// Keeps the program's threads, what each waits for, and which one runs next.
// They take turns on the machine's one processor; the machine saves and
// restores their registers.
//
// Pure: times are passed in.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_LINUX_THREADS_H
#define UDPC_TOOLS_MACHINE_LINUX_THREADS_H

#include "tools/machine/linux/SignalFrame.h"
#include "tools/machine/linux/Signals.h"
#include <list>
#include <optional>
#include <stdint.h>

namespace udpc {
namespace machine {

/// What a thread waits for.
struct Wait {
  enum Kind {
    Nothing,
    /// Until wake() of Address with one of Bits.
    Futex,
    /// Until the deadline.
    Time,
    /// For the host: the system call is made again.
    Host,
  };
  Kind What = Nothing;
  uint64_t Address = 0;
  uint32_t Bits = ~uint32_t(0);
  /// Nanoseconds of CLOCK_MONOTONIC; none to wait without limit.
  std::optional<uint64_t> Deadline = {};
};

/// One thread of the program.
struct Thread {
  /// The result of gettid().
  int Id;
  /// A number that is never reused; 0 for the first thread.
  unsigned Number;
  ThreadSignals Signals = {};
  /// Address of a word that is set to 0 and woken when the thread ends; 0 for
  /// none.
  uint64_t ClearedWord = 0;

  /// Deadline of a call that is made again and has a time limit.
  std::optional<uint64_t> CallEnd = {};

  /// State while another thread runs:
  ProcessorState State = {};
  uint64_t ProcTag = 0;
  bool IsInHandler = false;
  Wait Waits = {};
  /// Waits that began earlier have smaller numbers.
  uint64_t WaitNumber = 0;
  /// Result of the system call that waited, to be returned when the thread runs
  /// again.
  std::optional<int64_t> Result = {};
  /// First argument of a call that waited for the host and was interrupted by a
  /// signal. State.Pc is then behind the call.
  std::optional<uint64_t> Interrupted = {};
};

/// The scheduler of the program's threads.
class Threads {
public:
  /// Starts with one running thread, \p ProcessId.
  explicit Threads(int ProcessId);

  Thread &current() { return *Current; }
  bool isAlone() const { return List.size() == 1; }
  /// Makes the current thread wait; next() must follow.
  void wait(const Wait &For);
  /// Adds a runnable thread with the current one's signal mask.
  Thread &add();
  /// Ends the current thread; next() must follow. There must be another thread.
  void endCurrent();
  /// Removes all other threads, in a child of fork.
  void keepCurrent(int ProcessId);
  /// Returns null if there is no such thread.
  Thread *find(int Id);

  /// Wakes up to \p Count threads that wait for \p Address, those that have
  /// waited longest first. Returns their number.
  uint64_t wake(uint64_t Address, uint64_t Count, uint32_t Bits = ~uint32_t(0));
  /// Moves up to \p Count threads that wait for \p From to \p To. Returns their
  /// number.
  uint64_t requeue(uint64_t From, uint64_t To, uint64_t Count);

  /// Makes the next thread that can run at \p Now current: one that waits for
  /// nothing or for the host, whose deadline has passed, or for which a signal
  /// of \p All is pending. Returns whether there is one.
  bool next(uint64_t Now, const Signals &All);
  /// Returns whether every thread waits, including for the host.
  bool areAllWaiting() const;
  /// Returns the earliest deadline.
  std::optional<uint64_t> deadline() const;

private:
  bool canRun(Thread &T, uint64_t Now, const Signals &All) const;
  /// Returns the thread that has waited longest for \p Address with one of \p
  /// Bits; null if there is none.
  Thread *firstWaiting(uint64_t Address, uint32_t Bits);

  std::list<Thread> List;
  std::list<Thread>::iterator Current;
  unsigned NumAdded = 0;
  uint64_t NumWaits = 0;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_LINUX_THREADS_H
