//===- SystemCallsSignals.cpp - Actions, masks, sending signals -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/SignalFrame.h"
#include "tools/machine/linux/SystemCallNumbers.h"
#include "tools/machine/linux/SystemCalls.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/syscall.h>
#include <unistd.h>

using namespace udpc::machine;

static bool isSignal(uint64_t Number) {
  return Number >= 1 && Number <= Signals::Number;
}

static uint64_t senderOfOwn() {
  return uint64_t(getpid()) | uint64_t(getuid()) << 32;
}

int64_t SystemCalls::sendSignal(uint64_t Process, uint64_t Number) {
  if (Process != static_cast<uint64_t>(getpid()))
    return checked(kill(static_cast<pid_t>(Process), static_cast<int>(Number)));
  if (Number && !isSignal(Number))
    return -EINVAL;
  if (Number)
    OwnSignals.send(static_cast<int>(Number), {SI_USER, senderOfOwn()});
  return 0;
}

int64_t SystemCalls::sendToThread(uint64_t Id, uint64_t Number) {
  Thread *T = OwnThreads.find(static_cast<int>(Id));
  if (!T)
    return checked(
        syscall(SYS_tkill, static_cast<int>(Id), static_cast<int>(Number)));
  if (Number && !isSignal(Number))
    return -EINVAL;
  if (Number)
    OwnSignals.sendTo(T->Signals, static_cast<int>(Number),
                      {SI_TKILL, senderOfOwn()});
  return 0;
}

bool SystemCalls::restarts(uint64_t Number) {
  return Number != GuestNanosleep && Number != GuestClockNanosleep &&
         Number != GuestPpoll && Number != GuestEpollPwait &&
         Number != GuestRtSigsuspend && Number != GuestRtSigtimedwait;
}

int64_t SystemCalls::setAction(Args A) {
  if (!isSignal(A[0]) || A[3] != 8)
    return -EINVAL;
  int Signal = static_cast<int>(A[0]);
  SignalAction Old = OwnSignals.action(Signal);
  if (A[1]) {
    const char *New = Memory.bytes(A[1], sizeof(SignalAction), MayRead);
    if (!New)
      return -EFAULT;
    if (Signal == SIGKILL || Signal == SIGSTOP)
      return -EINVAL;
    SignalAction Action;
    std::memcpy(&Action, New, sizeof(Action));
    OwnSignals.setAction(Signal, Action);
  }
  if (A[2]) {
    char *Out = Memory.bytes(A[2], sizeof(Old), MayWrite);
    if (!Out)
      return -EFAULT;
    std::memcpy(Out, &Old, sizeof(Old));
  }
  return 0;
}

int64_t SystemCalls::setMask(Args A) {
  uint64_t Old = OwnSignals.mask();
  if (A[3] != 8)
    return -EINVAL;
  if (A[1]) {
    const char *Set = Memory.bytes(A[1], 8, MayRead);
    if (!Set)
      return -EFAULT;
    uint64_t Bits;
    std::memcpy(&Bits, Set, 8);
    if (A[0] != SIG_BLOCK && A[0] != SIG_UNBLOCK && A[0] != SIG_SETMASK)
      return -EINVAL;
    OwnSignals.setMask(A[0] == SIG_BLOCK     ? Old | Bits
                       : A[0] == SIG_UNBLOCK ? Old & ~Bits
                                             : Bits);
  }
  if (A[2]) {
    char *Out = Memory.bytes(A[2], 8, MayWrite);
    if (!Out)
      return -EFAULT;
    std::memcpy(Out, &Old, 8);
  }
  return 0;
}

int64_t SystemCalls::setAlternateStack(Args A) {
  SignalStack Old = OwnSignals.alternate();
  if (A[0]) {
    const char *New = Memory.bytes(A[0], sizeof(SignalStack), MayRead);
    if (!New)
      return -EFAULT;
    std::memcpy(&OwnSignals.alternate(), New, sizeof(SignalStack));
  }
  if (A[1]) {
    char *Out = Memory.bytes(A[1], sizeof(Old), MayWrite);
    if (!Out)
      return -EFAULT;
    std::memcpy(Out, &Old, sizeof(Old));
  }
  return 0;
}

CallResult SystemCalls::suspend(Args A) {
  const char *Set = Memory.bytes(A[0], 8, MayRead);
  if (!Set || A[1] != 8)
    return {Set ? -EINVAL : -EFAULT};
  uint64_t Bits;
  std::memcpy(&Bits, Set, 8);
  OwnSignals.replaceMask(Bits);
  CallResult Result = {-EINTR};
  if (OwnThreads.isAlone())
    OwnSignals.wait();
  else
    Result.Waits = Wait{Wait::Time};
  return Result;
}

CallResult SystemCalls::waitForSignal(Args A) {
  const char *Set = Memory.bytes(A[0], 8, MayRead);
  char *Info = A[1] ? Memory.bytes(A[1], InfoSize, MayWrite) : nullptr;
  if (!Set || (A[1] && !Info))
    return {-EFAULT};
  if (A[3] != 8)
    return {-EINVAL};
  uint64_t Bits;
  std::memcpy(&Bits, Set, 8);
  OwnSignals.record(Bits);
  OwnSignals.noteOutside();
  if (std::optional<TakenSignal> Taken = OwnSignals.takeFrom(Bits)) {
    OwnThreads.current().CallEnd.reset();
    if (Info)
      writeSignalInfo(Info, Taken->Number, Taken->Origin);
    return {Taken->Number};
  }
  std::optional<uint64_t> End = A[2] ? limit(A[2]) : std::nullopt;
  if (A[2] && !End)
    return {-EFAULT};
  return waitForHost(End, -EAGAIN);
}

std::optional<CallResult> SystemCalls::callSignal(uint64_t Number, Args A) {
  switch (Number) {
  case GuestKill:
    return CallResult{sendSignal(A[0], A[1])};
  case GuestTkill:
    return CallResult{sendToThread(A[0], A[1])};
  case GuestTgkill:
    return CallResult{sendToThread(A[1], A[2])};
  case GuestSigaltstack:
    return CallResult{setAlternateStack(A)};
  case GuestRtSigaction:
    return CallResult{setAction(A)};
  case GuestRtSigprocmask:
    return CallResult{setMask(A)};
  case GuestRtSigsuspend:
    return suspend(A);
  case GuestRtSigtimedwait:
    return waitForSignal(A);
  case GuestRtSigpending: {
    char *Out = Memory.bytes(A[0], 8, MayWrite);
    if (!Out)
      return CallResult{-EFAULT};
    OwnSignals.noteOutside();
    uint64_t Pending = OwnSignals.pending();
    std::memcpy(Out, &Pending, 8);
    return CallResult{0};
  }
  default:
    return std::nullopt;
  }
}
