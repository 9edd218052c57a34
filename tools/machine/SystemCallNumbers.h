//===- SystemCallNumbers.h - Linux' numbers on riscv64 ----------*- C++ -*-===//
//
// Source: Linux' include/uapi/asm-generic/unistd.h, which riscv64 uses.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_MACHINE_SYSTEMCALLNUMBERS_H
#define UDPC_TOOLS_MACHINE_SYSTEMCALLNUMBERS_H

#include <stdint.h>

namespace udpc {
namespace machine {

enum GuestCall : uint64_t {
  GuestReadlinkat = 78,
  GuestNewfstatat = 79,
  GuestFstat = 80,
  GuestIoctl = 29,
  GuestReadv = 65,
  GuestWritev = 66,
  GuestExit = 93,
  GuestExitGroup = 94,
  GuestSetTidAddress = 96,
  GuestFutex = 98,
  GuestSetRobustList = 99,
  GuestKill = 129,
  GuestTkill = 130,
  GuestTgkill = 131,
  GuestSigaltstack = 132,
  GuestRtSigsuspend = 133,
  GuestRtSigaction = 134,
  GuestRtSigprocmask = 135,
  GuestRtSigpending = 136,
  GuestRtSigreturn = 139,
  GuestUname = 160,
  GuestGetpid = 172,
  GuestGettid = 178,
  GuestBrk = 214,
  GuestMunmap = 215,
  GuestMremap = 216,
  GuestClone = 220,
  GuestExecve = 221,
  GuestMmap = 222,
  GuestMprotect = 226,
  GuestMsync = 227,
  GuestMadvise = 233,
  GuestRiscvHwprobe = 258,
  GuestRiscvFlushIcache = 259,
  GuestRseq = 293,
  GuestClone3 = 435,
};

} // namespace machine
} // namespace udpc

#endif // UDPC_TOOLS_MACHINE_SYSTEMCALLNUMBERS_H
