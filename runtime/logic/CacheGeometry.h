//===- CacheGeometry.h - Sizes of caches ------------------------*- C++ -*-===//
//
// What Cachegrind accepts as a cache, and what CPUID says of the processor's.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_CACHEGEOMETRY_H
#define UDPC_RUNTIME_LOGIC_CACHEGEOMETRY_H

#include "udpc/costs.h"

namespace udpc {
namespace rt {

/// Reads "<size>,<associativity>,<line size>", all decimal numbers. Returns
/// null, or what is wrong; then \p Out has not changed.
const char *parseGeometry(const char *Text, abi::CacheGeometry &Out);

/// What is wrong with \p G; null if nothing is.
const char *checkGeometry(const abi::CacheGeometry &G);

/// The same of an I1. Unless it \p AnySets, generated code does not fetch a
/// line of code again that was the last with its number modulo RecentCode. That
/// changes nothing where a set has lines of one such number only.
const char *checkCodeGeometry(const abi::CacheGeometry &G,
                              bool AnySets = false);

/// Makes a cache of the processor one that can be simulated, as Cachegrind does
/// it: where the number of sets is no power of two, size and associativity come
/// from the next lower one or are scaled to it.
abi::CacheGeometry roundGeometry(abi::CacheGeometry G);

enum class CacheType : uint8_t { None = 0, Data = 1, Code = 2, Unified = 3 };

struct CpuCache {
  CacheType Type;
  uint32_t Level;
  abi::CacheGeometry Geometry;
};
/// Reads the registers of one subleaf of CPUID 4 (Intel) or 0x8000001d (AMD),
/// which are laid out alike. Type None: there are no more.
CpuCache decodeCpuCache(uint32_t Eax, uint32_t Ebx, uint32_t Ecx);

/// I1, D1 and LL of a processor.
struct CacheSet {
  abi::CacheGeometry I1, D1, LL;
};
/// Adds one of the processor's caches; the highest level is the last.
void addCpuCache(CacheSet &Set, uint32_t &LastLevel, const CpuCache &C);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_CACHEGEOMETRY_H
