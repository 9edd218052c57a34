//===- NearMemory.cpp - Memory within a jump's reach ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/system/NearMemory.h"
#include "runtime/system/System.h"
#include <sys/mman.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

static uint8_t *mapAt(uintptr_t Wanted, size_t Size) {
  long Result = rawSyscall(
      SYS_mmap, Wanted, Size, PROT_READ | PROT_WRITE,
      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1);
  if (Result < 0)
    return nullptr;
  auto *Memory = reinterpret_cast<uint8_t *>(Result);
  if (uintptr_t(Result) == Wanted)
    return Memory;
  // An older kernel ignores the flag and chooses another address.
  unmapMemory(Memory, Size);
  return nullptr;
}

/// Searches downwards first, because the heap above an executable may have to
/// grow.
uint8_t *rt::mapNear(uintptr_t Low, uintptr_t High, size_t Size,
                     uintptr_t Reach) {
  constexpr uintptr_t Step = 1 << 20, Lowest = 1 << 16;
  uintptr_t Below = (Low - Size) & ~(Step - 1);
  for (uintptr_t At = Below;
       Low > Size && At >= Lowest && At <= Below && High - At < Reach;
       At -= Step)
    if (uint8_t *Memory = mapAt(At, Size))
      return Memory;
  for (uintptr_t At = (High + 2 * Step - 1) & ~(Step - 1);
       At > High && At + Size - Low < Reach; At += Step)
    if (uint8_t *Memory = mapAt(At, Size))
      return Memory;
  return nullptr;
}
