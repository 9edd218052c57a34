//===- Threads.h - The program's threads ------------------------*- C++ -*-===//
//
// Which threads there are, what each waits for, and which one is next. They
// take turns on the machine's one processor; the machine saves and restores
// their registers.
//
// Pure: times are passed in.
//
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
    /// A wake() of Address with one of Bits.
    Futex,
    /// Nothing but the deadline.
    Time,
    /// Something of the host: the system call is made again.
    Host,
  };
  Kind What = Nothing;
  uint64_t Address = 0;
  uint32_t Bits = ~uint32_t(0);
  /// Nanoseconds of CLOCK_MONOTONIC; none: forever.
  std::optional<uint64_t> Deadline = {};
};

struct Thread {
  /// As gettid() returns it.
  int Id;
  /// 0 is the first thread; no later one has the same.
  unsigned Number;
  ThreadSignals Signals = {};
  /// Set to 0 and woken when the thread ends; 0: none.
  uint64_t ClearedWord = 0;

  /// When a call with a time limit that asks the host again ends.
  std::optional<uint64_t> CallEnd = {};

  /// While another thread runs:
  ProcessorState State = {};
  uint64_t ProcTag = 0;
  bool IsInHandler = false;
  Wait Waits = {};
  /// Waits that began earlier have smaller numbers.
  uint64_t WaitNumber = 0;
  /// What the system call returns that waited, once the thread runs again.
  std::optional<int64_t> Result = {};
  /// The first argument of a call that waited for the host, if a signal
  /// interrupted it; State is behind the call then.
  std::optional<uint64_t> Interrupted = {};
};

class Threads {
public:
  /// The first thread, \p ProcessId, runs.
  explicit Threads(int ProcessId);

  Thread &current() { return *Current; }
  bool isAlone() const { return List.size() == 1; }
  /// The current thread waits; next() follows.
  void wait(const Wait &For);
  /// Adds a thread that can run, which has the current one's mask.
  Thread &add();
  /// The current thread ends, and is none from now on: next() follows. There
  /// has to be another one.
  void endCurrent();
  /// In a child of fork: the current thread is its only one.
  void keepCurrent(int ProcessId);
  /// Null: there is none.
  Thread *find(int Id);

  /// Has up to \p Count threads that wait for \p Address go on, those that have
  /// waited longest first. Returns their number.
  uint64_t wake(uint64_t Address, uint64_t Count, uint32_t Bits = ~uint32_t(0));
  /// Has up to \p Count threads that wait for \p From wait for \p To.
  uint64_t requeue(uint64_t From, uint64_t To, uint64_t Count);

  /// Makes the next thread that can run at \p Now the current one: it waits for
  /// nothing, its deadline has come, a signal of \p All is pending for it, or
  /// it waits for the host. Returns whether there is one.
  bool next(uint64_t Now, const Signals &All);
  /// Whether each thread waits, if only for the host.
  bool areAllWaiting() const;
  /// The earliest deadline.
  std::optional<uint64_t> deadline() const;

private:
  bool canRun(Thread &T, uint64_t Now, const Signals &All) const;
  /// The one that has waited longest for \p Address with one of \p Bits; null:
  /// none.
  Thread *firstWaiting(uint64_t Address, uint32_t Bits);

  std::list<Thread> List;
  std::list<Thread>::iterator Current;
  unsigned NumAdded = 0;
  uint64_t NumWaits = 0;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_LINUX_THREADS_H
