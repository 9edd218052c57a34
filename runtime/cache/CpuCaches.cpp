//===- CpuCaches.cpp - The caches of this processor -----------------------===//

#include "runtime/cache/CpuCaches.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

using namespace udpc;
using namespace udpc::rt;

CacheSet rt::cachesOfProcessor() {
  CacheSet Set = {{32768, 8, 64}, {32768, 8, 64}, {8388608, 16, 64}};
#if defined(__x86_64__)
  // Intel's leaf, then AMD's, which has the same layout.
  uint32_t LastLevel = 0;
  constexpr uint32_t Leaves[] = {4, 0x8000001d};
  for (uint32_t Leaf : Leaves)
    for (uint32_t I = 0; I != 16; ++I) {
      uint32_t A, B, C, D;
      if (!__get_cpuid_count(Leaf, I, &A, &B, &C, &D))
        break;
      CpuCache Found = decodeCpuCache(A, B, C);
      if (Found.Type == CacheType::None)
        break;
      addCpuCache(Set, LastLevel, Found);
    }
#endif
  return Set;
}
