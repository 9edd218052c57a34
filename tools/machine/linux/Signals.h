//===- Signals.h - The program's signals ------------------------*- C++ -*-===//
//
// The signal state of a process (actions, pending signals) and of each thread
// (mask, pending signals, alternate stack). Decides what a signal does; the
// machine calls handlers (SignalFrame.h).
//
// A handler in this process records signals from outside, which are pending
// from then on. The machine checks for them after each system call.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_LINUX_SIGNALS_H
#define UDPC_TOOLS_MACHINE_LINUX_SIGNALS_H

#include <array>
#include <csignal>
#include <optional>
#include <stdint.h>

namespace udpc {
namespace machine {

/// struct sigaction of the kernel, for riscv64.
struct SignalAction {
  uint64_t Handler, Flags, Mask;
};

/// stack_t of riscv64.
struct SignalStack {
  uint64_t Base;
  uint32_t Flags, Padding;
  uint64_t Size;
};
static_assert(sizeof(SignalAction) == 24 && sizeof(SignalStack) == 24,
              "as riscv64 has them");

/// The fields of siginfo_t that depend on the signal's origin.
struct SignalOrigin {
  /// SI_USER, SI_TKILL, SEGV_MAPERR, ...
  int32_t Code = 0;
  /// The sender, or the address that could not be accessed.
  uint64_t Sender = 0;
};

/// A signal that the machine has to deliver.
struct SignalDelivery {
  int Number;
  /// Address of the handler; 0 if the signal ends the program.
  uint64_t Handler = 0;
  SignalOrigin Origin = {};
  /// End of the stack on which the handler's frame is written.
  uint64_t StackTop = 0;
  /// The previous mask and alternate stack, which the frame saves.
  uint64_t Mask = 0;
  SignalStack Alternate = {};
  /// Whether system calls that the signal interrupts are restarted.
  bool Restarts = false;
};

constexpr int NumSignals = 64;

/// Signals waiting to be delivered.
struct PendingSignals {
  uint64_t Set = 0;
  std::array<SignalOrigin, NumSignals> Origins = {};

  void add(int Signal, const SignalOrigin &Origin);
};

/// Signal state of a thread.
struct ThreadSignals {
  uint64_t Mask = 0;
  PendingSignals Pending;
  SignalStack Alternate = {0, /*SS_DISABLE=*/2, 0, 0};
  /// The mask before replaceMask().
  std::optional<uint64_t> SavedMask;
};

/// A signal that was accepted without a handler, as by sigtimedwait.
struct TakenSignal {
  int Number;
  SignalOrigin Origin;
};

/// Signal state of the process, and access to the current thread's.
class Signals {
public:
  Signals() = default;
  Signals(const Signals &) = delete;
  Signals &operator=(const Signals &) = delete;

  static constexpr int Number = NumSignals;

  /// Ignores the signals that this process ignores, which execve() preserves.
  void inherit();

  /// Makes \p T the current thread's state. It must outlive this object or the
  /// next call.
  void setThread(ThreadSignals &T) { Thread = &T; }

  const SignalAction &action(int Signal) const {
    return Actions[unsigned(Signal) - 1];
  }
  /// Sets an action, and makes the host record, ignore or act on the signal.
  void setAction(int Signal, const SignalAction &Action);

  uint64_t mask() const { return Thread->Mask; }
  void setMask(uint64_t NewMask);
  SignalStack &alternate() { return Thread->Alternate; }
  /// Returns pending signals that are blocked.
  uint64_t pending() const {
    return (Pending.Set | Thread->Pending.Set) & Thread->Mask;
  }
  /// Returns whether a signal is pending that \p T does not block.
  bool isPending(const ThreadSignals &T) const {
    return deliverable(T, T.Mask) != 0;
  }

  /// Sets the mask to \p TemporaryMask until the next handler is called, whose
  /// return restores the previous mask.
  void replaceMask(uint64_t TemporaryMask);
  /// Waits for a signal that is not blocked.
  void wait();

  /// Makes a signal of the process pending unless it is ignored.
  void send(int Signal, const SignalOrigin &Origin);
  /// Makes a signal pending for one thread unless it is ignored.
  void sendTo(ThreadSignals &T, int Signal, const SignalOrigin &Origin);
  /// Returns the next signal that is pending and not blocked. If it has a
  /// handler, sets the mask to the handler's. \p StackPointer is the program's.
  std::optional<SignalDelivery> take(uint64_t StackPointer);
  /// Makes signals of \p Set from outside pending, from now on, even if they
  /// have no handler. setMask() calls this for blocked signals.
  void record(uint64_t Set);
  /// Takes a pending signal of \p Set, blocked or not.
  std::optional<TakenSignal> takeFrom(uint64_t Set);
  /// Delivers a signal raised by an instruction, which can be neither blocked
  /// nor ignored.
  SignalDelivery force(int Signal, const SignalOrigin &Origin,
                       uint64_t StackPointer);
  /// Makes signals that have arrived from outside pending.
  void noteOutside();

private:
  static constexpr uint64_t DefaultIgnored =
      uint64_t(1) << (SIGCHLD - 1) | uint64_t(1) << (SIGURG - 1) |
      uint64_t(1) << (SIGWINCH - 1) | uint64_t(1) << (SIGCONT - 1);

  SignalDelivery deliver(int Signal, const SignalOrigin &Origin,
                         uint64_t StackPointer);
  uint64_t deliverable(const ThreadSignals &T, uint64_t Mask) const {
    return (Pending.Set | T.Pending.Set) & ~Mask & ~Ignored;
  }
  void noteIgnored(int Signal);
  void setHostAction(int Signal);

  std::array<SignalAction, Number> Actions = {};
  PendingSignals Pending;
  /// Signals that are ignored, by their action or by default.
  uint64_t Ignored = DefaultIgnored;
  /// Signals from outside that are recorded although they have no handler.
  uint64_t Recorded = 0;
  ThreadSignals First;
  ThreadSignals *Thread = &First;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_LINUX_SIGNALS_H
