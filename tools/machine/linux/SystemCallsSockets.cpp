//===- SystemCallsSockets.cpp - Sockets and epoll -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/SystemCallNumbers.h"
#include "tools/machine/linux/SystemCalls.h"
#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <vector>

using namespace udpc::machine;

//===----------------------------------------------------------------------===//
// epoll
//===----------------------------------------------------------------------===//

namespace {
/// struct epoll_event, which is packed on x86-64 only.
struct GuestEvent {
  uint32_t Events, Padding;
  uint64_t Data;
};
} // namespace
static_assert(sizeof(GuestEvent) == 16, "as riscv64 has it");

int64_t SystemCalls::controlEvents(Args A) {
  epoll_event Event = {};
  if (A[3]) {
    const char *Bytes = Memory.bytes(A[3], sizeof(GuestEvent), MayRead);
    if (!Bytes)
      return -EFAULT;
    GuestEvent Guest;
    std::memcpy(&Guest, Bytes, sizeof(Guest));
    Event.events = Guest.Events;
    Event.data.u64 = Guest.Data;
  }
  return checked(syscall(SYS_epoll_ctl, A[0], A[1], A[2], &Event));
}

CallResult SystemCalls::waitForEvents(Args A) {
  constexpr uint64_t Most = 4096;
  int Number = static_cast<int>(std::min(A[2], Most));
  int Milliseconds = static_cast<int>(A[3]);
  char *Out = Memory.bytes(
      A[1], uint64_t(std::max(Number, 0)) * sizeof(GuestEvent), MayWrite);
  if (!Out)
    return {-EFAULT};
  if (A[4])
    reportOnce(GuestEpollPwait, "ignores its signal mask");
  std::vector<epoll_event> Events(Most);
  bool IsAlone = OwnThreads.isAlone();
  int Ready = epoll_wait(static_cast<int>(A[0]), Events.data(), Number,
                         IsAlone ? Milliseconds : 0);
  if (!Ready && !IsAlone && Milliseconds)
    return waitForHost(
        Milliseconds < 0
            ? std::nullopt
            : std::optional(after(uint64_t(Milliseconds) * 1000000)),
        0);
  OwnThreads.current().CallEnd.reset();
  int64_t Result = checked(Ready);
  for (int I = 0; I < Ready; ++I) {
    GuestEvent Guest = {Events[unsigned(I)].events, 0,
                        Events[unsigned(I)].data.u64};
    std::memcpy(Out + unsigned(I) * sizeof(Guest), &Guest, sizeof(Guest));
  }
  return {Result};
}

//===----------------------------------------------------------------------===//
// Sockets
//===----------------------------------------------------------------------===//

bool SystemCalls::sized(uint64_t Address, uint64_t Length, char *&Bytes,
                        char *&Size) const {
  Bytes = Size = nullptr;
  if (!Address)
    return true;
  Size = Memory.bytes(Length, sizeof(socklen_t), MayRead | MayWrite);
  if (!Size)
    return false;
  socklen_t Number;
  std::memcpy(&Number, Size, sizeof(Number));
  Bytes = Memory.bytes(Address, Number, MayWrite);
  return Bytes;
}

int64_t SystemCalls::message(long HostCall, Args A, unsigned Permission) {
  char *Header = Memory.bytes(A[1], sizeof(msghdr), MayRead | MayWrite);
  if (!Header)
    return -EFAULT;
  msghdr M;
  std::memcpy(&M, Header, sizeof(M));
  const msghdr Guest = M;
  auto Translate = [&](auto *&Pointer, uint64_t Bytes) {
    if (Pointer)
      Pointer = reinterpret_cast<std::remove_reference_t<decltype(Pointer)>>(
          Memory.bytes(reinterpret_cast<uint64_t>(Pointer), Bytes, Permission));
    return Pointer || !Bytes;
  };
  if (M.msg_iovlen > IOV_MAX)
    return -EMSGSIZE;
  const char *Pieces = Memory.bytes(reinterpret_cast<uint64_t>(M.msg_iov),
                                    M.msg_iovlen * sizeof(iovec), MayRead);
  if ((M.msg_iovlen && !Pieces) || !Translate(M.msg_name, M.msg_namelen) ||
      !Translate(M.msg_control, M.msg_controllen))
    return -EFAULT;
  std::vector<iovec> Vector(M.msg_iovlen);
  if (Pieces)
    std::memcpy(Vector.data(), Pieces, Vector.size() * sizeof(iovec));
  for (iovec &P : Vector)
    if (!Translate(P.iov_base, P.iov_len))
      return -EFAULT;
  M.msg_iov = Vector.data();
  int64_t Result = checked(syscall(HostCall, A[0], &M, A[2]));
  M.msg_iov = Guest.msg_iov;
  M.msg_name = Guest.msg_name;
  M.msg_control = Guest.msg_control;
  std::memcpy(Header, &M, sizeof(M));
  return Result;
}

std::optional<CallResult> SystemCalls::callSocket(uint64_t Number, Args A) {
  char *Bytes, *Size;
  switch (Number) {
  case GuestEpollCtl:
    return CallResult{controlEvents(A)};
  case GuestEpollPwait:
    return waitForEvents(A);
  case GuestAccept:
  case GuestAccept4:
    if (!sized(A[1], A[2], Bytes, Size))
      return CallResult{-EFAULT};
    return CallResult{checked(syscall(SYS_accept4, A[0], Bytes, Size,
                                      Number == GuestAccept ? 0 : A[3]))};
  case GuestGetsockname:
  case GuestGetpeername:
    if (!sized(A[1], A[2], Bytes, Size))
      return CallResult{-EFAULT};
    return CallResult{checked(
        syscall(Number == GuestGetsockname ? SYS_getsockname : SYS_getpeername,
                A[0], Bytes, Size))};
  case GuestGetsockopt:
    if (!sized(A[3], A[4], Bytes, Size))
      return CallResult{-EFAULT};
    return CallResult{
        checked(syscall(SYS_getsockopt, A[0], A[1], A[2], Bytes, Size))};
  case GuestSendto: {
    const char *Data = Memory.bytes(A[1], A[2], MayRead);
    const char *Address = A[4] ? Memory.bytes(A[4], A[5], MayRead) : nullptr;
    if (!Data || (A[4] && !Address))
      return CallResult{-EFAULT};
    return CallResult{
        checked(syscall(SYS_sendto, A[0], Data, A[2], A[3], Address, A[5]))};
  }
  case GuestRecvfrom: {
    char *Data = Memory.bytes(A[1], A[2], MayWrite);
    if (!Data || !sized(A[4], A[5], Bytes, Size))
      return CallResult{-EFAULT};
    return CallResult{
        checked(syscall(SYS_recvfrom, A[0], Data, A[2], A[3], Bytes, Size))};
  }
  case GuestSendmsg:
    return CallResult{message(SYS_sendmsg, A, MayRead)};
  case GuestRecvmsg:
    return CallResult{message(SYS_recvmsg, A, MayWrite)};
  default:
    return std::nullopt;
  }
}
