//===- SystemCallsProcesses.cpp - Processes and limits --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/SystemCallNumbers.h"
#include "tools/machine/linux/SystemCalls.h"
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <unistd.h>

using namespace udpc::machine;

CallResult SystemCalls::fork(Args A) {
  constexpr uint64_t Allowed = CloneSignal | CloneSetChild | CloneClearChild |
                               CloneSetParent | CloneVfork | CloneMemory;
  // A child that shares memory gets a copy if its parent waits for it (vfork).
  bool SharesMemory = (A[0] & CloneMemory) && !(A[0] & CloneVfork);
  if ((A[0] & ~Allowed) || SharesMemory) {
    reportOnce(GuestClone,
               "would start a process that shares its memory, which is "
               "not implemented; it fails with EINVAL");
    return {-EINVAL};
  }
  fflush(nullptr);
  pid_t Child = ::fork();
  if (Child < 0)
    return {-errno};
  if (!Child) {
    OwnThreads.keepCurrent(getpid());
    OwnTracing.forget();
  }
  if (A[0] & CloneSetParent && Child)
    if (char *Word = Memory.bytes(A[2], 4, MayWrite))
      std::memcpy(Word, &Child, 4);
  if (A[0] & CloneSetChild && !Child) {
    pid_t Self = getpid();
    if (char *Word = Memory.bytes(A[4], 4, MayWrite))
      std::memcpy(Word, &Self, 4);
  }
  CallResult Result = {Child};
  if (!Child && A[1])
    Result.Stack = A[1];
  return Result;
}

bool SystemCalls::readStrings(uint64_t Address,
                              std::vector<std::string> &Out) const {
  for (; Address; Address += 8) {
    const char *Bytes = Memory.bytes(Address, 8, MayRead);
    if (!Bytes)
      return false;
    uint64_t Pointer;
    std::memcpy(&Pointer, Bytes, 8);
    if (!Pointer)
      break;
    const char *String = Memory.string(Pointer);
    if (!String)
      return false;
    Out.emplace_back(String);
  }
  return true;
}

int64_t SystemCalls::execute(Args A) {
  const char *Path = Memory.string(A[0]);
  Execution E;
  if (!Path || !readStrings(A[1], E.Arguments) ||
      !readStrings(A[2], E.Environment))
    return -EFAULT;
  E.Path = std::strcmp(Path, "/proc/self/exe") ? Path : Program;
  if (E.Arguments.empty())
    E.Arguments.push_back("");
  return Execute ? Execute(E) : -ENOSYS;
}

std::optional<CallResult> SystemCalls::callProcess(uint64_t Number, Args A) {
  switch (Number) {
  case GuestExitGroup:
    return CallResult{0, static_cast<int>(A[0] & 0xff)};
  case GuestUname: {
    struct utsname Name;
    char *Out = Memory.bytes(A[0], sizeof(Name), MayWrite);
    if (!Out)
      return CallResult{-EFAULT};
    uname(&Name);
    std::strcpy(Name.machine, "riscv64");
    std::memcpy(Out, &Name, sizeof(Name));
    return CallResult{0};
  }
  case GuestClone:
    return A[0] & CloneThread ? startThread(A) : fork(A);
  case GuestPtrace:
    return CallResult{OwnTracing.call(A[0], A[1], A[2], A[3])};
  case GuestWait4:
    return CallResult{OwnTracing.wait(A[0], A[1], A[2], A[3])};
  case GuestExecve:
    return CallResult{execute(A)};
  case 123: { // sched_getaffinity: one processor.
    char *Out = Memory.bytes(A[2], 8, MayWrite);
    if (!Out || A[1] < 8)
      return CallResult{Out ? -EINVAL : -EFAULT};
    std::memset(Out, 0, 8);
    Out[0] = 1;
    return CallResult{8};
  }
  case 261: { // prlimit64: limits can be read but not changed.
    char *Old = A[3] ? Memory.bytes(A[3], sizeof(rlimit), MayWrite) : nullptr;
    if (A[3] && !Old)
      return CallResult{-EFAULT};
    rlimit Limit;
    if (getrlimit(static_cast<__rlimit_resource>(A[1]), &Limit))
      return CallResult{-errno};
    if (A[1] == RLIMIT_STACK)
      Limit.rlim_cur = 8 << 20;
    if (Old)
      std::memcpy(Old, &Limit, sizeof(Limit));
    return CallResult{0};
  }
  // glibc works without these calls.
  case GuestSetRobustList:
  case GuestRseq:
  case GuestClone3:
  case GuestRiscvHwprobe:
    return CallResult{-ENOSYS};
  default:
    return std::nullopt;
  }
}
