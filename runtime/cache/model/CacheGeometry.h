//===- CacheGeometry.h - Sizes of caches ------------------------*- C++ -*-===//
//
// Cache sizes that Cachegrind accepts, and those that CPUID reports.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_MODEL_CACHEGEOMETRY_H
#define UDPC_RUNTIME_CACHE_MODEL_CACHEGEOMETRY_H

#include "udpc/cache_profile.h"

namespace udpc {
namespace rt {

/// Parses "<size>,<associativity>,<line size>", all decimal numbers. Returns
/// null, or an error message and leaves \p Out unchanged.
const char *parseGeometry(const char *Text, abi::CacheGeometry &Out);

/// Returns an error message for \p G, or null if it is valid.
const char *checkGeometry(const abi::CacheGeometry &G);

/// Returns an error message for \p G as an I1, or null if it is valid. Unless
/// it \p AnySets, generated code does not fetch a line of code again if it was
/// the last with its number modulo RecentCode. That is exact only if each set
/// has lines of a single such number.
const char *checkCodeGeometry(const abi::CacheGeometry &G,
                              bool AnySets = false);

/// Adjusts a cache of the processor so that it can be simulated, as Cachegrind
/// does: if the number of sets is no power of two, it is rounded down, and size
/// or associativity is adjusted.
abi::CacheGeometry roundGeometry(abi::CacheGeometry G);

enum class CacheType : uint8_t { None = 0, Data = 1, Code = 2, Unified = 3 };

struct CpuCache {
  CacheType Type;
  uint32_t Level;
  abi::CacheGeometry Geometry;
};
/// Decodes the registers of one subleaf of CPUID 4 (Intel) or 0x8000001d (AMD),
/// which have the same layout. Type None: there are no more.
CpuCache decodeCpuCache(uint32_t Eax, uint32_t Ebx, uint32_t Ecx);

/// Decodes a register of CPUID 0x80000005: ECX is the data cache, EDX the code
/// cache (AMD64 Architecture Programmer's Manual, volume 3, appendix E.4.4).
/// Type None: there is none.
CpuCache decodeFirstLevel(CacheType Type, uint32_t Register);
/// Decodes ECX of CPUID 0x80000006, the second level (E.4.5). Type None: there
/// is none, or the register does not tell its associativity.
CpuCache decodeSecondLevel(uint32_t Ecx);
/// Returns whether EDX of CPUID 0x80000006 reports a third level. The size
/// there is that of all dies together, of which a core uses one.
bool hasThirdLevel(uint32_t Edx);

/// The caches of a processor. L2 is zero if there is none between D1 and LL.
struct CacheSet {
  abi::CacheGeometry I1, D1, LL;
  abi::CacheGeometry L2 = {};
};
/// Adds one of the processor's caches; the highest level is the last.
void addCpuCache(CacheSet &Set, uint32_t &LastLevel, const CpuCache &C);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_MODEL_CACHEGEOMETRY_H
