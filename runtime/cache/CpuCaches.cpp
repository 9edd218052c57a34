//===- CpuCaches.cpp - The caches of this processor -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/cache/CpuCaches.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

using namespace udpc;
using namespace udpc::rt;

#if defined(__x86_64__)
/// Adds the caches of AMD's older leaves. Hypervisors that omit the subleaves
/// of 0x8000001d provide them.
static void addByOlderLeaves(CacheSet &Set, uint32_t LastLevel) {
  uint32_t A, B, C, D;
  auto Add = [&](const CpuCache &Found) {
    if (Found.Type != CacheType::None)
      addCpuCache(Set, LastLevel, Found);
  };
  if (__get_cpuid(0x80000005, &A, &B, &C, &D)) {
    Add(decodeFirstLevel(CacheType::Code, D));
    Add(decodeFirstLevel(CacheType::Data, C));
  }
  if (__get_cpuid(0x80000006, &A, &B, &C, &D)) {
    // The second level is not the last one if there is a third.
    if (hasThirdLevel(D))
      LastLevel = 3;
    Add(decodeSecondLevel(C));
  }
}
#endif

CacheSet rt::cachesOfProcessor() {
  CacheSet Set = {};
#if defined(__x86_64__)
  // Intel's leaf, then AMD's, which has the same layout.
  uint32_t LastLevel = 0;
  bool HasFound = false;
  constexpr uint32_t Leaves[] = {4, 0x8000001d};
  for (uint32_t Leaf : Leaves)
    for (uint32_t I = 0; I != 16; ++I) {
      uint32_t A, B, C, D;
      if (!__get_cpuid_count(Leaf, I, &A, &B, &C, &D))
        break;
      CpuCache Found = decodeCpuCache(A, B, C);
      if (Found.Type == CacheType::None)
        break;
      HasFound = true;
      addCpuCache(Set, LastLevel, Found);
    }
  if (!HasFound)
    addByOlderLeaves(Set, LastLevel);
#endif
  return Set;
}
