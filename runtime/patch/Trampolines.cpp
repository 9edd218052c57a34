//===- Trampolines.cpp - Code near the sites ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/patch/Trampolines.h"
#include "runtime/base/Bytes.h"
#include "runtime/patch/target/PatchTarget.h"
#include "runtime/system/NearMemory.h"
#include "runtime/system/System.h"
#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>

using namespace udpc;
using namespace udpc::rt;

static constexpr size_t AreaSize = 256 << 10;
static constexpr size_t PerArea = AreaSize / TrampolineSize;

/// Returns the maximum distance of an area: a jump's reach minus an area on
/// both sides.
static uintptr_t maxDistance() {
  return patchTarget()->JumpReach - 2 * AreaSize;
}

namespace {

struct Area {
  Area *Next;
  uint8_t *Memory;
  uint64_t Used[PerArea / 64];
  uint32_t NumUsed;
  bool IsOpen;

  bool reaches(uintptr_t Site) const {
    auto At = reinterpret_cast<uintptr_t>(Memory);
    return (At < Site ? Site - At : At - Site) < maxDistance();
  }
  bool holds(const uint8_t *P) const {
    return P >= Memory && P < Memory + AreaSize;
  }
};

} // namespace

static Area *Areas;
static Pool AreaRecords;

static long protect(Area &A, int Protection) {
  return rawSyscall(SYS_mprotect, reinterpret_cast<long>(A.Memory), AreaSize,
                    Protection);
}

uint8_t *rt::allocateTrampoline(uintptr_t Site) {
  Area *A = Areas;
  while (A && (A->NumUsed == PerArea || !A->reaches(Site)))
    A = A->Next;
  if (!A) {
    uint8_t *Memory = mapNear(Site, Site, AreaSize, maxDistance());
    A = Memory ? AreaRecords.allocateArray<Area>(1) : nullptr;
    if (!A) {
      unmapMemory(Memory, AreaSize);
      return nullptr;
    }
    A->Memory = Memory;
    A->IsOpen = true;
    A->Next = Areas;
    Areas = A;
  }
  for (size_t I = 0; I != PerArea / 64; ++I) {
    if (!~A->Used[I])
      continue;
    unsigned Bit = __builtin_ctzll(~A->Used[I]);
    A->Used[I] |= uint64_t(1) << Bit;
    ++A->NumUsed;
    return A->Memory + (I * 64 + Bit) * TrampolineSize;
  }
  return nullptr;
}

void rt::releaseTrampoline(uint8_t *Trampoline) {
  for (Area *A = Areas; A; A = A->Next)
    if (A->holds(Trampoline)) {
      size_t I = (Trampoline - A->Memory) / TrampolineSize;
      A->Used[I / 64] &= ~(uint64_t(1) << I % 64);
      --A->NumUsed;
    }
}

int rt::writeTrampoline(uint8_t *Trampoline, const uint8_t *Code) {
  if (sameBytes(Trampoline, Code, TrampolineSize))
    return 0;
  Area *A = Areas;
  while (A && !A->holds(Trampoline))
    A = A->Next;
  if (!A)
    return EINVAL;
  if (!A->IsOpen) {
    // The memory stays executable, because other threads run in it.
    long Result = protect(*A, PROT_READ | PROT_WRITE | PROT_EXEC);
    if (Result < 0)
      return static_cast<int>(-Result);
    A->IsOpen = true;
  }
  copyBytes(Trampoline, Code, TrampolineSize);
  return 0;
}

void rt::closeTrampolines() {
  for (Area *A = Areas; A; A = A->Next)
    if (A->IsOpen) {
      protect(*A, PROT_READ | PROT_EXEC);
      A->IsOpen = false;
    }
}
