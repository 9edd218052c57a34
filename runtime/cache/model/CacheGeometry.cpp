//===- CacheGeometry.cpp - Sizes of caches --------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/cache/model/CacheGeometry.h"
#include "udpc/simulation.h"

using namespace udpc;
using namespace udpc::rt;

static bool isPowerOfTwo(uint64_t N) { return N && !(N & (N - 1)); }

/// Parses the number at \p Text, which must be followed by \p End; advances \p
/// Text past \p End.
static bool parseNumber(const char *&Text, char End, uint64_t &Out) {
  const char *Begin = Text;
  Out = 0;
  for (; *Text >= '0' && *Text <= '9'; ++Text)
    if ((Out = Out * 10 + static_cast<uint64_t>(*Text - '0')) > UINT32_MAX)
      Out = uint64_t(UINT32_MAX) + 1;
  if (Text == Begin || *Text != End)
    return false;
  Text += End != 0;
  return true;
}

const char *rt::checkGeometry(const abi::CacheGeometry &G) {
  // The lowest 32 bits of a line's number index the tables of recent lines and
  // of sets.
  if (!G.Size || !G.Associativity || !G.LineSize)
    return "no number may be 0";
  if (!isPowerOfTwo(G.LineSize))
    return "the line size is not a power of two";
  if (G.LineSize < 32)
    return "the line size is below 32, the size of a vector register";
  if (G.Size <= G.LineSize)
    return "the cache is not larger than a line";
  if (!isPowerOfTwo(G.Size / G.LineSize / G.Associativity))
    return "the number of sets (size / line size / associativity) is not a "
           "power of two";
  return nullptr;
}

const char *rt::checkCodeGeometry(const abi::CacheGeometry &G, bool AnySets) {
  static_assert(abi::RecentCode << abi::RecentLineShift == 4096,
                "the message says so");
  if (const char *Wrong = checkGeometry(G))
    return Wrong;
  if (G.LineSize > 1 << abi::RecentLineShift)
    return "the line size is above 64, that of the code lines that compiled "
           "programs report";
  if (!AnySets && G.Size / G.Associativity < abi::RecentCode
                                                 << abi::RecentLineShift)
    return "size / associativity is below 4096, and the program does not "
           "report all that such a cache misses; compile all of it with "
           "-fudpc-profile=cache-any-i1";
  return nullptr;
}

const char *rt::parseGeometry(const char *Text, abi::CacheGeometry &Out) {
  uint64_t Size, Associativity, LineSize;
  if (!parseNumber(Text, ',', Size) || !parseNumber(Text, ',', Associativity) ||
      !parseNumber(Text, 0, LineSize))
    return "it is not <size>,<associativity>,<line size>";
  // As in Cachegrind, sizes are positive 32-bit numbers.
  if (Size > INT32_MAX || Associativity > INT32_MAX || LineSize > INT32_MAX)
    return "a number is too large";
  abi::CacheGeometry G = {static_cast<uint32_t>(Size),
                          static_cast<uint32_t>(Associativity),
                          static_cast<uint32_t>(LineSize)};
  const char *Wrong = checkGeometry(G);
  if (!Wrong)
    Out = G;
  return Wrong;
}

abi::CacheGeometry rt::roundGeometry(abi::CacheGeometry G) {
  if (!G.LineSize || !G.Associativity)
    return G;
  uint64_t NumSets = G.Size / G.LineSize / G.Associativity;
  if (!NumSets || isPowerOfTwo(NumSets))
    return G;
  uint64_t Lower = 1;
  while (Lower * 2 <= NumSets)
    Lower *= 2;
  uint64_t Ways = (G.Associativity * NumSets + Lower / 2) / Lower;
  return {static_cast<uint32_t>(Lower * Ways * G.LineSize),
          static_cast<uint32_t>(Ways), G.LineSize};
}

CpuCache rt::decodeCpuCache(uint32_t Eax, uint32_t Ebx, uint32_t Ecx) {
  CpuCache C = {};
  uint32_t Type = Eax & 31;
  if (!Type || Type > 3)
    return C;
  C.Type = static_cast<CacheType>(Type);
  C.Level = Eax >> 5 & 7;
  uint64_t Ways = uint64_t(Ebx >> 22) + 1;
  uint64_t Partitions = uint64_t(Ebx >> 12 & 0x3ff) + 1;
  uint64_t LineSize = uint64_t(Ebx & 0xfff) + 1;
  uint64_t NumSets = uint64_t(Ecx) + 1;
  uint64_t Line = LineSize * Partitions;
  uint64_t Size = Ways * Line * NumSets;
  // A geometry cannot represent larger sizes.
  while (Size > INT32_MAX)
    Size /= 2;
  C.Geometry = {static_cast<uint32_t>(Size), static_cast<uint32_t>(Ways),
                static_cast<uint32_t>(LineSize)};
  return C;
}

CpuCache rt::decodeFirstLevel(CacheType Type, uint32_t Register) {
  uint32_t Size = (Register >> 24) * 1024;
  uint32_t Ways = Register >> 16 & 0xff;
  uint32_t LineSize = Register & 0xff;
  if (!Size || !Ways || !LineSize)
    return {};
  if (Ways == 0xff) // Fully associative.
    Ways = Size / LineSize;
  return {Type, 1, {Size, Ways, LineSize}};
}

CpuCache rt::decodeSecondLevel(uint32_t Ecx) {
  // 9 refers to leaf 0x8000001d; 15 is fully associative.
  static constexpr uint8_t WaysOf[16] = {0,  1, 2,  3,  4,  6,  8,   0,
                                         16, 0, 32, 48, 64, 96, 128, 0};
  uint32_t Size = (Ecx >> 16) * 1024;
  uint32_t Field = Ecx >> 12 & 15;
  uint32_t LineSize = Ecx & 0xff;
  if (!Size || !LineSize)
    return {};
  uint32_t Ways = Field == 15 ? Size / LineSize : WaysOf[Field];
  if (!Ways)
    return {};
  return {CacheType::Unified, 2, {Size, Ways, LineSize}};
}

bool rt::hasThirdLevel(uint32_t Edx) { return Edx >> 18 && (Edx >> 12 & 15); }

void rt::addCpuCache(CacheSet &Set, uint32_t &LastLevel, const CpuCache &C) {
  abi::CacheGeometry G = roundGeometry(C.Geometry);
  if (checkGeometry(G))
    return;
  if (C.Level == 1 && C.Type != CacheType::Data && !checkCodeGeometry(G))
    Set.I1 = G;
  if (C.Level == 1 && C.Type != CacheType::Code)
    Set.D1 = G;
  if (C.Level == 2 && C.Type != CacheType::Code)
    Set.L2 = G;
  if (C.Level > 1 && C.Type != CacheType::Code && C.Level > LastLevel) {
    Set.LL = G;
    LastLevel = C.Level;
  }
}
