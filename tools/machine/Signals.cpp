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

void PendingSignals::add(int Signal, const SignalOrigin &Origin) {
  Set |= bitOf(Signal);
  Origins[unsigned(Signal) - 1] = Origin;
}

void Signals::setAction(int Signal, const SignalAction &Action) {
  Actions[unsigned(Signal) - 1] = Action;
  if (isIgnored(Signal))
    for (PendingSignals *P : {&Pending, &Thread->Pending})
      P->Set &= ~bitOf(Signal);
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
  Thread->Mask = NewMask & ~(bitOf(SIGKILL) | bitOf(SIGSTOP));
}

bool Signals::isIgnored(int Signal) const {
  uint64_t Handler = action(Signal).Handler;
  return Handler == Ignore ||
         (Handler == Default && (Signal == SIGCHLD || Signal == SIGURG ||
                                 Signal == SIGWINCH || Signal == SIGCONT));
}

void Signals::send(int Signal, const SignalOrigin &Origin) {
  if (!isIgnored(Signal))
    Pending.add(Signal, Origin);
}

void Signals::sendTo(ThreadSignals &T, int Signal, const SignalOrigin &Origin) {
  if (!isIgnored(Signal))
    T.Pending.add(Signal, Origin);
}

void Signals::noteOutside() {
  if (!Outside)
    return;
  uint64_t Arrived = Outside.exchange(0);
  for (int Signal = 1; Signal <= Number; ++Signal)
    if (Arrived & bitOf(Signal))
      send(Signal, {});
}

void Signals::replaceMask(uint64_t TemporaryMask) {
  Thread->Suspended = Thread->Mask;
  setMask(TemporaryMask);
}

void Signals::wait() {
  sigset_t All, Before;
  sigfillset(&All);
  sigprocmask(SIG_SETMASK, &All, &Before);
  for (noteOutside(); !isPending(*Thread); noteOutside())
    sigsuspend(&Before);
  sigprocmask(SIG_SETMASK, &Before, nullptr);
}

SignalDelivery Signals::deliver(int Signal, const SignalOrigin &Origin,
                                uint64_t StackPointer) {
  SignalAction &Action = Actions[unsigned(Signal) - 1];
  const SignalStack &Alternate = Thread->Alternate;
  SignalDelivery D;
  D.Number = Signal;
  D.Handler = Action.Handler;
  D.Origin = Origin;
  D.Mask = Thread->Suspended.value_or(Thread->Mask);
  Thread->Suspended.reset();
  D.Alternate = Alternate;
  D.StackTop = StackPointer;
  D.Restarts = Action.Flags & Restart;
  bool IsOnAlternate = StackPointer - Alternate.Base < Alternate.Size;
  if ((Action.Flags & OnStack) && !(Alternate.Flags & Disable) &&
      !IsOnAlternate)
    D.StackTop = Alternate.Base + Alternate.Size;
  if (D.Handler == Default)
    return D;
  setMask(Thread->Mask | Action.Mask |
          (Action.Flags & NoDefer ? 0 : bitOf(Signal)));
  if (Action.Flags & ResetHandler)
    Action.Handler = Default;
  return D;
}

std::optional<SignalDelivery> Signals::take(uint64_t StackPointer) {
  noteOutside();
  uint64_t Ready = deliverable(*Thread, Thread->Mask);
  if (!Ready)
    return std::nullopt;
  int Signal = __builtin_ctzll(Ready) + 1;
  bool IsOwn = Thread->Pending.Set & bitOf(Signal);
  PendingSignals &From = IsOwn ? Thread->Pending : Pending;
  From.Set &= ~bitOf(Signal);
  return deliver(Signal, From.Origins[unsigned(Signal) - 1], StackPointer);
}

SignalDelivery Signals::force(int Signal, const SignalOrigin &Origin,
                              uint64_t StackPointer) {
  if ((Thread->Mask & bitOf(Signal)) || action(Signal).Handler == Ignore)
    Actions[unsigned(Signal) - 1].Handler = Default;
  return deliver(Signal, Origin, StackPointer);
}
