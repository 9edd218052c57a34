//===- Signals.cpp - The program's signals --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/Signals.h"
#include <atomic>
#include <csignal>

using namespace udpc::machine;

/// Signals that have arrived from outside, one bit each.
static std::atomic<uint64_t> Outside;

static uint64_t bitOf(int Signal) { return uint64_t(1) << (Signal - 1); }

static void noteSignal(int Signal) { Outside |= bitOf(Signal); }

static constexpr uint64_t Default = 0, Ignore = 1;
// include/uapi/asm-generic/signal.h
static constexpr uint64_t OnStack = 0x08000000, Restart = 0x10000000,
                          NoDefer = 0x40000000, ResetHandler = 0x80000000;
static constexpr uint32_t Disable = 2;

/// Returns whether the default action stops or continues the process.
static bool stopsOrContinues(int Signal) {
  return Signal == SIGTSTP || Signal == SIGTTIN || Signal == SIGTTOU ||
         Signal == SIGCONT;
}

/// Returns whether the signal, if it comes from outside, is about the machine
/// itself.
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
  noteIgnored(Signal);
  if (Ignored & bitOf(Signal))
    for (PendingSignals *P : {&Pending, &Thread->Pending})
      P->Set &= ~bitOf(Signal);
  setHostAction(Signal);
}

void Signals::inherit() {
  for (int Signal = 1; Signal <= Number; ++Signal) {
    struct sigaction Host;
    if (sigaction(Signal, nullptr, &Host) || Host.sa_handler != SIG_IGN)
      continue;
    Actions[unsigned(Signal) - 1].Handler = Ignore;
    noteIgnored(Signal);
  }
}

void Signals::setHostAction(int Signal) {
  if (isFault(Signal) || Signal == SIGKILL || Signal == SIGSTOP)
    return;
  uint64_t Handler = action(Signal).Handler;
  bool IsRecorded = (Recorded & bitOf(Signal)) && !stopsOrContinues(Signal);
  struct sigaction Host = {};
  Host.sa_handler = noteSignal;
  if (Handler <= Ignore) {
    if (!IsRecorded)
      Host.sa_handler = Handler == Ignore ? SIG_IGN : SIG_DFL;
    // A blocked signal interrupts no call.
    Host.sa_flags = SA_RESTART;
  }
  // Otherwise without SA_RESTART: the handler must be called before the
  // interrupted system call is restarted.
  sigaction(Signal, &Host, nullptr);
}

void Signals::setMask(uint64_t NewMask) {
  Thread->Mask = NewMask & ~(bitOf(SIGKILL) | bitOf(SIGSTOP));
  // Libraries block all signals for a short time.
  constexpr int Nearly = Number - 4;
  if (__builtin_popcountll(Thread->Mask) < Nearly)
    record(Thread->Mask);
}

void Signals::record(uint64_t Set) {
  uint64_t New = Set & ~Recorded;
  Recorded |= New;
  for (int Signal = 1; Signal <= Number; ++Signal)
    if ((New & bitOf(Signal)) && action(Signal).Handler <= Ignore)
      setHostAction(Signal);
}

void Signals::noteIgnored(int Signal) {
  uint64_t Handler = action(Signal).Handler;
  bool IsIgnored = Handler == Ignore ||
                   (Handler == Default && (DefaultIgnored & bitOf(Signal)));
  Ignored = IsIgnored ? Ignored | bitOf(Signal) : Ignored & ~bitOf(Signal);
}

void Signals::send(int Signal, const SignalOrigin &Origin) {
  if (!(Ignored & ~Recorded & bitOf(Signal)))
    Pending.add(Signal, Origin);
}

void Signals::sendTo(ThreadSignals &T, int Signal, const SignalOrigin &Origin) {
  if (!(Ignored & ~T.Mask & bitOf(Signal)))
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
  Thread->SavedMask = Thread->Mask;
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
  D.Mask = Thread->SavedMask.value_or(Thread->Mask);
  Thread->SavedMask.reset();
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
  if (Action.Flags & ResetHandler) {
    Action.Handler = Default;
    noteIgnored(Signal);
  }
  return D;
}

std::optional<TakenSignal> Signals::takeFrom(uint64_t Set) {
  uint64_t Ready = (Pending.Set | Thread->Pending.Set) & Set;
  if (!Ready)
    return std::nullopt;
  int Signal = __builtin_ctzll(Ready) + 1;
  bool IsOwn = Thread->Pending.Set & bitOf(Signal);
  PendingSignals &From = IsOwn ? Thread->Pending : Pending;
  From.Set &= ~bitOf(Signal);
  return TakenSignal{Signal, From.Origins[unsigned(Signal) - 1]};
}

std::optional<SignalDelivery> Signals::take(uint64_t StackPointer) {
  noteOutside();
  while (auto Taken = takeFrom(~Thread->Mask))
    if (!(Ignored & bitOf(Taken->Number)))
      return deliver(Taken->Number, Taken->Origin, StackPointer);
  return std::nullopt;
}

SignalDelivery Signals::force(int Signal, const SignalOrigin &Origin,
                              uint64_t StackPointer) {
  if ((Thread->Mask & bitOf(Signal)) || action(Signal).Handler == Ignore)
    Actions[unsigned(Signal) - 1].Handler = Default;
  return deliver(Signal, Origin, StackPointer);
}
