//===- Tracing.h - ptrace between emulated programs ----------- -*- C++ -*-===//
//
// A traced process stops with the host's SIGSTOP, before and after each system
// call if its tracer asks for that. Its registers are then in memory that both
// processes share. The counter registers belong to the processor, which the two
// use in turn, so they are copied at each stop, except for procTag, which each
// process has.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_LINUX_TRACING_H
#define UDPC_TOOLS_MACHINE_LINUX_TRACING_H

#include "tools/machine/linux/GuestMemory.h"
#include "tools/machine/model/CounterRegisters.h"
#include <map>
#include <sys/types.h>

namespace udpc {
namespace machine {

/// The registers in ptrace's order: pc, then x1 to x31.
using TracedRegisters = uint64_t[32];

/// The memory that a tracer and a traced process share.
struct TraceChannel {
  TracedRegisters Registers;
  CounterRegisters Counters;
  /// The address of the guest's memory in the traced process.
  const char *Memory;
  /// Whether the process has stopped at a system call, not at a program's
  /// start.
  bool IsCall;
  bool StopsAtCalls; ///< The tracer has resumed it by PTRACE_SYSCALL.
  bool IsDetached;   ///< The tracer has resumed it by PTRACE_DETACH.
  bool MarksCalls;   ///< The tracer has set PTRACE_O_TRACESYSGOOD.
};

/// Emulates ptrace for the program of one machine, as tracer and as traced
/// process.
class Tracing {
public:
  explicit Tracing(GuestMemory &Memory) : Memory(Memory) {}
  ~Tracing();
  Tracing(const Tracing &) = delete;
  Tracing &operator=(const Tracing &) = delete;

  /// Sets the counter registers of the machine. Must be called first.
  void shareRegisters(CounterRegisters &R) { Counters = &R; }

  //===--- The traced process ---------------------------------------------===//

  /// Returns the descriptor of the channel, which the next program of this
  /// process inherits; -1 if the process is not traced.
  int handOver() const;
  /// Continues to be traced through the channel \p File, which handOver()
  /// returned in the process's previous program.
  void takeOver(int File);
  bool isTraced() const { return Own; }
  bool stopsAtCalls() const { return Own && Own->StopsAtCalls; }
  /// Stops until the tracer resumes the process, and sets \p Registers to the
  /// tracer's values.
  void stop(TracedRegisters &Registers, bool IsCall);
  /// Closes all channels. To be called in a child of fork(), which is not
  /// traced and traces nothing.
  void forget();

  //===--- The tracer -----------------------------------------------------===//

  /// Implements ptrace(). Returns a negative error number on failure.
  int64_t call(uint64_t Request, uint64_t Process, uint64_t Address,
               uint64_t Data);
  /// Implements wait4(), in which stops of traced processes are ptrace stops.
  /// Returns a negative error number on failure.
  int64_t wait(uint64_t Process, uint64_t Status, uint64_t Options,
               uint64_t Usage);

private:
  int64_t traceMe();
  int64_t transferRegisters(TraceChannel &Of, uint64_t Vector, bool Writes);
  int64_t transferWord(TraceChannel &Of, pid_t Process, uint64_t Address,
                       uint64_t Data, bool Writes);
  int64_t resume(pid_t Process, TraceChannel &Of, uint64_t Request,
                 uint64_t Signal);
  /// Returns the channel of a stopped child; null if it is not traced.
  TraceChannel *channelOf(pid_t Process);

  GuestMemory &Memory;
  CounterRegisters *Counters = nullptr;
  TraceChannel *Own = nullptr;
  int OwnFile = -1;
  pid_t OwnTracer = 0;
  struct Traced {
    TraceChannel *Channel;
    bool IsStopped;
  };
  std::map<pid_t, Traced> Children;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_LINUX_TRACING_H
