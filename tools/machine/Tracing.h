//===- Tracing.h - ptrace between programs of machines ----------*- C++ -*-===//
//
// A process that asks to be traced stops, by the host's SIGSTOP, before and
// after its system calls, where its tracer says so. Its registers are then in
// memory that both share. The counter registers are the processor's, which the
// two use in turn, so they change hands with it; procTag is each process's own.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_TRACING_H
#define UDPC_TOOLS_MACHINE_TRACING_H

#include "tools/machine/CounterRegisters.h"
#include "tools/machine/GuestMemory.h"
#include <map>
#include <sys/types.h>

namespace udpc {
namespace machine {

/// As ptrace has them: pc, then x1 to x31.
using TracedRegisters = uint64_t[32];

/// What tracer and traced process share.
struct TraceChannel {
  TracedRegisters Registers;
  CounterRegisters Counters;
  /// Where the traced process has its program's memory.
  const char *Memory;
  /// Whether the stop is at a system call, not at the start of a program.
  bool IsCall;
  /// What the tracer wants: to stop at system calls, or to trace no longer.
  bool StopsAtCalls, IsDetached;
  bool MarksCalls; ///< PTRACE_O_TRACESYSGOOD
};

class Tracing {
public:
  explicit Tracing(GuestMemory &Memory) : Memory(Memory) {}
  ~Tracing();
  Tracing(const Tracing &) = delete;
  Tracing &operator=(const Tracing &) = delete;

  /// The machine's; call it before all else.
  void shareRegisters(CounterRegisters &R) { Counters = &R; }

  //===--- The traced process ---------------------------------------------===//

  /// The file to be handed to the program that the process executes next; -1:
  /// it is not traced.
  int handOver() const;
  /// The process was traced before it executed this program.
  void takeOver(int File);
  bool isTraced() const { return Own; }
  bool stopsAtCalls() const { return Own && Own->StopsAtCalls; }
  /// Waits until the tracer resumes the process, and takes the registers that
  /// it has set.
  void stop(TracedRegisters &Registers, bool IsCall);
  /// In a child of fork(), which is neither traced nor traces.
  void forget();

  //===--- The tracer -----------------------------------------------------===//

  int64_t call(uint64_t Request, uint64_t Process, uint64_t Address,
               uint64_t Data);
  int64_t wait(uint64_t Process, uint64_t Status, uint64_t Options,
               uint64_t Usage);

private:
  int64_t traceMe();
  int64_t transferRegisters(TraceChannel &Of, uint64_t Vector, bool Writes);
  int64_t transferWord(TraceChannel &Of, pid_t Process, uint64_t Address,
                       uint64_t Data, bool Writes);
  int64_t resume(pid_t Process, TraceChannel &Of, uint64_t Request,
                 uint64_t Signal);
  /// The channel of a child that has stopped; null: it is not traced.
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

#endif // UDPC_TOOLS_MACHINE_TRACING_H
