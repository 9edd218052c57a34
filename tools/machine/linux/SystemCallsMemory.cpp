//===- SystemCallsMemory.cpp - System calls that map memory ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/linux/SystemCallNumbers.h"
#include "tools/machine/linux/SystemCalls.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>

using namespace udpc::machine;

int64_t SystemCalls::mapMemory(Args A) {
  uint64_t Address = A[0], Bytes = roundUpToPage(A[1]), Flags = A[3];
  int File = Flags & MAP_ANONYMOUS ? -1 : static_cast<int>(A[4]);
  if (!A[1] || A[1] > GuestMemory::Size || A[5] % GuestPageSize)
    return -EINVAL;
  if (!(Flags & MAP_ANONYMOUS) && fcntl(File, F_GETFD) < 0)
    return -EBADF;
  bool IsFixed = Flags & (MAP_FIXED | MAP_FIXED_NOREPLACE);
  if ((Flags & MAP_FIXED_NOREPLACE) && !Memory.isFree(Address, Bytes))
    return -EEXIST;
  if (IsFixed && Address % GuestPageSize)
    return -EINVAL;
  if (!IsFixed) {
    Address &= ~(GuestPageSize - 1);
    if (!Address || !Memory.isFree(Address, Bytes))
      Address = Memory.findFree(Bytes);
  }
  if (!Address)
    return -ENOMEM;
  if (int64_t E = Memory.map(Address, Bytes, A[2] & 7, File, A[5],
                             (Flags & MAP_TYPE) != MAP_PRIVATE))
    return E;
  return static_cast<int64_t>(Address);
}

int64_t SystemCalls::remapMemory(Args A) {
  uint64_t Old = A[0], OldBytes = roundUpToPage(A[1]),
           NewBytes = roundUpToPage(A[2]), Flags = A[3];
  if (!NewBytes || NewBytes > GuestMemory::Size || Flags & ~1ull)
    return -EINVAL;
  if (!Memory.bytes(Old, OldBytes, 0))
    return -EFAULT;
  if (NewBytes <= OldBytes) {
    if (NewBytes < OldBytes)
      Memory.unmap(Old + NewBytes, OldBytes - NewBytes);
    return static_cast<int64_t>(Old);
  }
  constexpr unsigned Permissions = MayRead | MayWrite;
  if (Memory.isFree(Old + OldBytes, NewBytes - OldBytes) &&
      !Memory.map(Old + OldBytes, NewBytes - OldBytes, Permissions))
    return static_cast<int64_t>(Old);
  if (!(Flags & MREMAP_MAYMOVE))
    return -ENOMEM;
  uint64_t New = Memory.findFree(NewBytes);
  if (!New)
    return -ENOMEM;
  if (int64_t E = Memory.map(New, NewBytes, Permissions))
    return E;
  std::memcpy(Memory.host(New), Memory.host(Old), OldBytes);
  Memory.unmap(Old, OldBytes);
  return static_cast<int64_t>(New);
}

std::optional<CallResult> SystemCalls::callMemory(uint64_t Number, Args A) {
  switch (Number) {
  case GuestBrk:
    return CallResult{static_cast<int64_t>(Memory.moveBreak(A[0]))};
  case GuestMmap:
    return CallResult{mapMemory(A)};
  case GuestMunmap:
    return CallResult{Memory.unmap(A[0], A[1])};
  case GuestMremap:
    return CallResult{remapMemory(A)};
  case GuestMprotect:
    return CallResult{Memory.protect(A[0], A[1], A[2] & 7)};
  case GuestMsync:
    return CallResult{0};
  case GuestMadvise: {
    char *Bytes = Memory.bytes(A[0], A[1], 0);
    if (!Bytes || A[0] % GuestPageSize)
      return CallResult{-EINVAL};
    // The only advice that changes contents.
    if (A[2] == MADV_DONTNEED)
      return CallResult{checked(madvise(Bytes, A[1], MADV_DONTNEED))};
    return CallResult{0};
  }
  case GuestRiscvFlushIcache:
    return CallResult{0, {}, {}, true};
  default:
    return std::nullopt;
  }
}
