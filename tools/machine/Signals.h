//===- Signals.h - The program's signals ------------------------*- C++ -*-===//
//
// What a process has of signals: actions, the mask, those that are pending, the
// alternate stack. It decides what a signal does; the machine calls handlers
// (SignalFrame.h).
//
// Signals from outside are taken note of by a handler of this process, and are
// pending from then on. The machine looks after each system call.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_SIGNALS_H
#define UDPC_TOOLS_MACHINE_SIGNALS_H

#include <array>
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

class Signals {
public:
  static constexpr int Number = 64;

  const SignalAction &action(int Signal) const {
    return Actions[unsigned(Signal) - 1];
  }
  /// Has signals from outside noted, ignored, or end this process.
  void setAction(int Signal, const SignalAction &Action);

  uint64_t mask() const { return Mask; }
  void setMask(uint64_t NewMask);
  /// Those that are blocked.
  uint64_t pending() const { return Pending & Mask; }

  /// Waits for a signal that \p TemporaryMask does not block; the mask is what
  /// it was after its handler.
  void suspend(uint64_t TemporaryMask);

  /// Makes a signal pending unless it is ignored.
  void send(int Signal, const SignalOrigin &Origin);
  /// The next signal that is pending and not blocked. If it has a handler, the
  /// mask is the handler's from then on. \p StackPointer is the program's.
  std::optional<SignalDelivery> take(uint64_t StackPointer);
  /// A signal by an instruction, which can be neither blocked nor ignored.
  SignalDelivery force(int Signal, const SignalOrigin &Origin,
                       uint64_t StackPointer);
  /// Signals from outside arrived before this call are pending.
  void noteOutside();

  SignalStack Alternate = {0, /*SS_DISABLE=*/2, 0, 0};

private:
  SignalDelivery deliver(int Signal, uint64_t StackPointer);
  bool isIgnored(int Signal) const;

  std::array<SignalAction, Number> Actions = {};
  std::array<SignalOrigin, Number> Origins = {};
  uint64_t Mask = 0, Pending = 0;
  /// The mask before suspend().
  std::optional<uint64_t> Suspended;
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_SIGNALS_H
