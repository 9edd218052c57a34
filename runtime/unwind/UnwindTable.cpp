//===- UnwindTable.cpp - The functions of a module ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/unwind/UnwindTable.h"
#include "runtime/base/Bytes.h"

using namespace udpc;
using namespace udpc::rt;

/// Required encodings: version 1; the frames' address relative to itself
/// (sdata4); the count as udata4; the table relative to the header (sdata4).
static constexpr uint8_t Form[] = {1, 0x1b, 0x03, 0x3b};
static constexpr size_t CountAt = 8, TableAt = 12, EntrySize = 8;
static_assert(EntrySize == 8, "two distances");

UnwindTable::UnwindTable(const uint8_t *Header, size_t Size) {
  if (!Header || Size < TableAt || !sameBytes(Header, Form, sizeof(Form)))
    return;
  uint32_t N;
  copyBytes(&N, Header + CountAt, sizeof(N));
  if (N > (Size - TableAt) / EntrySize)
    return;
  this->Header = Header;
  Count = N;
}

uintptr_t UnwindTable::at(uint64_t Offset) const {
  int32_t Distance;
  copyBytes(&Distance, Header + TableAt + Offset, sizeof(Distance));
  return reinterpret_cast<uintptr_t>(Header) + Distance;
}

uint32_t UnwindTable::numUpTo(uintptr_t Address) const {
  return partitionPoint(Count, [&](uint32_t I) { return start(I) <= Address; });
}

uintptr_t UnwindTable::startOf(uintptr_t Address) const {
  uint32_t N = numUpTo(Address);
  return N ? start(N - 1) : 0;
}

const uint8_t *UnwindTable::descriptionOf(uintptr_t Address) const {
  uint32_t N = numUpTo(Address);
  return N ? reinterpret_cast<const uint8_t *>(at(8 * (N - 1) + 4)) : nullptr;
}
