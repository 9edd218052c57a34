//===- Signals.cpp - The program's signals --------------------------------===//

#include "tools/machine/Signals.h"
#include <atomic>
#include <csignal>

using namespace udpc::machine;

/// A bit for each signal that has come from outside.
static std::atomic<uint64_t> Outside;

static uint64_t bitOf(int Signal) { return uint64_t(1) << (Signal - 1); }

static void noteSignal(int Signal) { Outside |= bitOf(Signal); }

static constexpr uint64_t Default = 0, Ignore = 1;
// include/uapi/asm-generic/signal.h
static constexpr uint64_t OnStack = 0x08000000, Restart = 0x10000000,
                          NoDefer = 0x40000000, ResetHandler = 0x80000000;
static constexpr uint32_t Disable = 2;

/// Signals that tell of the machine itself, if they come from outside.
static bool isFault(int Signal) {
  return Signal == SIGSEGV || Signal == SIGBUS || Signal == SIGILL ||
         Signal == SIGFPE || Signal == SIGTRAP;
}

void Signals::setAction(int Signal, const SignalAction &Action) {
  Actions[unsigned(Signal) - 1] = Action;
  if (isIgnored(Signal))
    Pending &= ~bitOf(Signal);
  if (isFault(Signal) || Signal == SIGKILL || Signal == SIGSTOP)
    return;
  // Without SA_RESTART: the handler has to be called before the system call
  // that it interrupts is restarted.
  struct sigaction Host = {};
  Host.sa_handler = Action.Handler == Ignore    ? SIG_IGN
                    : Action.Handler == Default ? SIG_DFL
                                                : noteSignal;
  sigaction(Signal, &Host, nullptr);
}

void Signals::setMask(uint64_t NewMask) {
  Mask = NewMask & ~(bitOf(SIGKILL) | bitOf(SIGSTOP));
}

bool Signals::isIgnored(int Signal) const {
  uint64_t Handler = action(Signal).Handler;
  return Handler == Ignore ||
         (Handler == Default && (Signal == SIGCHLD || Signal == SIGURG ||
                                 Signal == SIGWINCH || Signal == SIGCONT));
}

void Signals::send(int Signal, const SignalOrigin &Origin) {
  if (isIgnored(Signal))
    return;
  Pending |= bitOf(Signal);
  Origins[unsigned(Signal) - 1] = Origin;
}

void Signals::noteOutside() {
  if (!Outside)
    return;
  uint64_t Arrived = Outside.exchange(0);
  for (int Signal = 1; Signal <= Number; ++Signal)
    if (Arrived & bitOf(Signal))
      send(Signal, {});
}

void Signals::suspend(uint64_t TemporaryMask) {
  uint64_t Old = Mask;
  setMask(TemporaryMask);
  sigset_t All, Before;
  sigfillset(&All);
  sigprocmask(SIG_SETMASK, &All, &Before);
  for (noteOutside(); !(Pending & ~Mask); noteOutside())
    sigsuspend(&Before);
  sigprocmask(SIG_SETMASK, &Before, nullptr);
  Suspended = Old;
}

SignalDelivery Signals::deliver(int Signal, uint64_t StackPointer) {
  SignalAction &Action = Actions[unsigned(Signal) - 1];
  SignalDelivery D;
  D.Number = Signal;
  D.Handler = Action.Handler;
  D.Origin = Origins[unsigned(Signal) - 1];
  D.Mask = Suspended ? *Suspended : Mask;
  Suspended.reset();
  D.Alternate = Alternate;
  D.StackTop = StackPointer;
  D.Restarts = Action.Flags & Restart;
  bool IsOnAlternate = StackPointer - Alternate.Base < Alternate.Size;
  if ((Action.Flags & OnStack) && !(Alternate.Flags & Disable) &&
      !IsOnAlternate)
    D.StackTop = Alternate.Base + Alternate.Size;
  if (D.Handler == Default)
    return D;
  setMask(Mask | Action.Mask | (Action.Flags & NoDefer ? 0 : bitOf(Signal)));
  if (Action.Flags & ResetHandler)
    Action.Handler = Default;
  return D;
}

std::optional<SignalDelivery> Signals::take(uint64_t StackPointer) {
  noteOutside();
  uint64_t Ready = Pending & ~Mask;
  if (!Ready)
    return std::nullopt;
  int Signal = __builtin_ctzll(Ready) + 1;
  Pending &= ~bitOf(Signal);
  return deliver(Signal, StackPointer);
}

SignalDelivery Signals::force(int Signal, const SignalOrigin &Origin,
                              uint64_t StackPointer) {
  Origins[unsigned(Signal) - 1] = Origin;
  if ((Mask & bitOf(Signal)) || action(Signal).Handler == Ignore)
    Actions[unsigned(Signal) - 1].Handler = Default;
  return deliver(Signal, StackPointer);
}
