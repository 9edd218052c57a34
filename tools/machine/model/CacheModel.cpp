//===- CacheModel.cpp - The simulated caches and TLBs ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/model/CacheModel.h"
#include <cstring>

using namespace udpc;
using namespace udpc::machine;

constexpr uint32_t PageSize = 4096;
/// 32 pages, fully associative.
constexpr abi::CacheGeometry TlbGeometry = {32 * PageSize, 32, PageSize};
/// 1024 pages, direct-mapped.
constexpr abi::CacheGeometry SharedTlbGeometry = {1024 * PageSize, 1, PageSize};

rt::CacheSet machine::defaultCaches() {
  constexpr abi::CacheGeometry FirstLevel = {32 << 10, 8, 64};
  return {FirstLevel, FirstLevel, {512 << 10, 8, 64}};
}

void CacheModel::OwnedCache::init(const abi::CacheGeometry &G) {
  size_t Size = Lru::bytes(G);
  Memory = std::make_unique<char[]>(Size);
  Lines.init(G, Memory.get());
}

CacheModel::CacheModel(const rt::CacheSet &Geometry) {
  I1.init(Geometry.I1);
  D1.init(Geometry.D1);
  LL.init(Geometry.LL);
  CodeTlb.init(TlbGeometry);
  DataTlb.init(TlbGeometry);
  SharedTlb.init(SharedTlbGeometry);
  CodeShift = I1.Lines.lineShift();
}

void CacheModel::useTlb(OwnedCache &Tlb, uint64_t Address, uint32_t Size,
                        uint64_t &Misses, EventCounts &Counts) {
  if (rt::useBytes(Tlb.Lines, Address, Size))
    return;
  ++Misses;
  if (!rt::useBytes(SharedTlb.Lines, Address, Size))
    ++Counts[Event::SharedTlbMiss];
}

void CacheModel::fetchLine(uint64_t Address, uint32_t Size,
                           EventCounts &Counts) {
  ++Counts[Event::CodeLine];
  useTlb(CodeTlb, Address, Size, Counts[Event::CodeTlbMiss], Counts);
  if (rt::useBytes(I1.Lines, Address, Size))
    return;
  ++Counts[Event::CodeMiss];
  if (!rt::useBytes(LL.Lines, Address, Size))
    ++Counts[Event::LastLevelMiss];
}

void CacheModel::access(uint64_t Address, uint32_t Size, EventCounts &Counts) {
  ++Counts[Event::DataAccess];
  useTlb(DataTlb, Address, Size, Counts[Event::DataTlbMiss], Counts);
  if (rt::useBytes(D1.Lines, Address, Size))
    return;
  ++Counts[Event::DataMiss];
  if (!rt::useBytes(LL.Lines, Address, Size))
    ++Counts[Event::LastLevelMiss];
}
