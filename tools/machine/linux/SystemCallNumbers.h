//===- SystemCallNumbers.h - Numbers of system calls ------------*- C++ -*-===//
//
// Source: Linux' include/uapi/asm-generic/unistd.h, which riscv64 uses.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_LINUX_SYSTEMCALLNUMBERS_H
#define UDPC_TOOLS_MACHINE_LINUX_SYSTEMCALLNUMBERS_H

#include <stdint.h>

namespace udpc {
namespace machine {

enum GuestCall : uint64_t {
  GuestEpollCtl = 21,
  GuestEpollPwait = 22,
  GuestPpoll = 73,
  GuestReadlinkat = 78,
  GuestNewfstatat = 79,
  GuestFstat = 80,
  GuestIoctl = 29,
  GuestRead = 63,
  GuestWrite = 64,
  GuestReadv = 65,
  GuestWritev = 66,
  GuestExit = 93,
  GuestExitGroup = 94,
  GuestSetTidAddress = 96,
  GuestFutex = 98,
  GuestSetRobustList = 99,
  GuestNanosleep = 101,
  GuestClockNanosleep = 115,
  GuestPtrace = 117,
  GuestSchedYield = 124,
  GuestTimerCreate = 107,
  GuestKill = 129,
  GuestTkill = 130,
  GuestTgkill = 131,
  GuestSigaltstack = 132,
  GuestRtSigsuspend = 133,
  GuestRtSigaction = 134,
  GuestRtSigprocmask = 135,
  GuestRtSigpending = 136,
  GuestRtSigtimedwait = 137,
  GuestRtSigreturn = 139,
  GuestUname = 160,
  GuestGetpid = 172,
  GuestGettid = 178,
  GuestAccept = 202,
  GuestGetsockname = 204,
  GuestGetpeername = 205,
  GuestSendto = 206,
  GuestRecvfrom = 207,
  GuestGetsockopt = 209,
  GuestSendmsg = 211,
  GuestRecvmsg = 212,
  GuestBrk = 214,
  GuestMunmap = 215,
  GuestMremap = 216,
  GuestClone = 220,
  GuestExecve = 221,
  GuestMmap = 222,
  GuestMprotect = 226,
  GuestMsync = 227,
  GuestMadvise = 233,
  GuestAccept4 = 242,
  GuestRiscvHwprobe = 258,
  GuestRiscvFlushIcache = 259,
  GuestWait4 = 260,
  GuestRseq = 293,
  GuestClone3 = 435,
};

/// Flags of clone: include/uapi/linux/sched.h.
enum CloneFlag : uint64_t {
  CloneSignal = 0xff,
  CloneMemory = 0x100,
  CloneFolder = 0x200,
  CloneFiles = 0x400,
  CloneHandlers = 0x800,
  CloneVfork = 0x4000,
  CloneThread = 0x10000,
  CloneSemaphores = 0x40000,
  CloneThreadPointer = 0x80000,
  CloneSetParent = 0x100000,
  CloneClearChild = 0x200000,
  CloneDetached = 0x400000,
  CloneSetChild = 0x1000000,
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_LINUX_SYSTEMCALLNUMBERS_H
