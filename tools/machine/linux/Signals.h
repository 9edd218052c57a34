//===- Signals.h - The program's signals ------------------------*- C++ -*-===//
//
// What a process has of signals: actions and those that are pending; and each
// of its threads: a mask, those that are pending for it, the alternate stack.
// It decides what a signal does; the machine calls handlers (SignalFrame.h).
//
// Signals from outside are taken note of by a handler of this process, and are
// pending from then on. The machine looks after each system call.
//
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

/// What siginfo_t says of a signal.
struct SignalOrigin {
  /// SI_USER, SI_TKILL, SEGV_MAPERR, ...
  int32_t Code = 0;
  /// The sender, or the address that could not be accessed.
  uint64_t Sender = 0;
};

/// A signal that the machine has to deliver.
struct SignalDelivery {
  int Number;
  /// 0: the program ends by the signal.
  uint64_t Handler = 0;
  SignalOrigin Origin = {};
  /// Where the handler's frame ends.
  uint64_t StackTop = 0;
  /// The mask and the alternate stack as they were, for the frame.
  uint64_t Mask = 0;
  SignalStack Alternate = {};
  /// System calls that the signal interrupts are restarted.
  bool Restarts = false;
};

constexpr int NumSignals = 64;

/// Signals that wait to be delivered.
struct PendingSignals {
  uint64_t Set = 0;
  std::array<SignalOrigin, NumSignals> Origins = {};

  void add(int Signal, const SignalOrigin &Origin);
};

/// What each thread has of its own.
struct ThreadSignals {
  uint64_t Mask = 0;
  PendingSignals Pending;
  SignalStack Alternate = {0, /*SS_DISABLE=*/2, 0, 0};
  /// The mask before suspend().
  std::optional<uint64_t> Suspended;
};

struct TakenSignal {
  int Number;
  SignalOrigin Origin;
};

class Signals {
public:
  Signals() = default;
  Signals(const Signals &) = delete;
  Signals &operator=(const Signals &) = delete;

  static constexpr int Number = NumSignals;

  /// Ignores what this process ignores: execve() keeps that.
  void inherit();

  /// Masks, stacks and signals to a thread are those of \p T from now on, which
  /// has to outlive this or the next call.
  void setThread(ThreadSignals &T) { Thread = &T; }

  const SignalAction &action(int Signal) const {
    return Actions[unsigned(Signal) - 1];
  }
  /// Has signals from outside noted, ignored, or end this process.
  void setAction(int Signal, const SignalAction &Action);

  uint64_t mask() const { return Thread->Mask; }
  void setMask(uint64_t NewMask);
  SignalStack &alternate() { return Thread->Alternate; }
  /// Those that are blocked.
  uint64_t pending() const {
    return (Pending.Set | Thread->Pending.Set) & Thread->Mask;
  }
  /// Whether a signal waits that \p T does not block.
  bool isPending(const ThreadSignals &T) const {
    return deliverable(T, T.Mask) != 0;
  }

  /// The mask is \p TemporaryMask until the next handler is called, after which
  /// it is again what it was.
  void replaceMask(uint64_t TemporaryMask);
  /// Waits for a signal that is not blocked.
  void wait();

  /// Makes a signal of the process pending unless it is ignored.
  void send(int Signal, const SignalOrigin &Origin);
  /// The same for one of its threads.
  void sendTo(ThreadSignals &T, int Signal, const SignalOrigin &Origin);
  /// The next signal that is pending and not blocked. If it has a handler, the
  /// mask is the handler's from then on. \p StackPointer is the program's.
  std::optional<SignalDelivery> take(uint64_t StackPointer);
  /// Signals of \p Set that come from outside will be pending, as if they had
  /// handlers; those that were blocked once are.
  void expect(uint64_t Set);
  /// Takes one of \p Set that is pending, blocked or not.
  std::optional<TakenSignal> takeFrom(uint64_t Set);
  /// A signal by an instruction, which can be neither blocked nor ignored.
  SignalDelivery force(int Signal, const SignalOrigin &Origin,
                       uint64_t StackPointer);
  /// Signals from outside arrived before this call are pending.
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
  /// Those whose action is, or is by default, to be ignored.
  uint64_t Ignored = DefaultIgnored;
  /// Signals from outside that are noted though they have no handler.
  uint64_t Expected = 0;
  ThreadSignals First;
  ThreadSignals *Thread = &First;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_LINUX_SIGNALS_H
