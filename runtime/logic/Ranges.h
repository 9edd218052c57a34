//===- Ranges.h - What functions of the C library access --------*- C++ -*-===//
//
// Which lines, in which order, and in how many references. The functions of the
// GNU library access 32 bytes at a time and the last 32 of a range once more,
// which is what Cachegrind sees; docs/cache-simulation.md compares the two.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_RANGES_H
#define UDPC_RUNTIME_LOGIC_RANGES_H

#include "runtime/logic/Cache.h"

namespace udpc {
namespace rt {

/// How often a range of \p Size bytes is referred to.
UDPC_ALWAYS_INLINE uint64_t numReferences(uint64_t Size) {
  return (Size + 31) / 32;
}

/// Tells \p Target each line of one or two ranges: access(address, is it a
/// write), count(reads, writes).
template <typename TargetT>
UDPC_ALWAYS_INLINE void accessLines(TargetT &Target, uintptr_t Read,
                                    uintptr_t Other, uint64_t Size,
                                    bool OtherIsWrite) {
  uint64_t Mask = ~uint64_t(Target.lineSize() - 1);
  uintptr_t ReadEnd = Read ? Read + Size : 0;
  uintptr_t OtherEnd = Other ? Other + Size : 0;
  while (Read < ReadEnd || Other < OtherEnd) {
    if (Read < ReadEnd) {
      Target.access(Read, false);
      Read = (Read & Mask) + Target.lineSize();
    }
    if (Other < OtherEnd) {
      Target.access(Other, OtherIsWrite);
      Other = (Other & Mask) + Target.lineSize();
    }
  }
}

/// What the function of that kind with these arguments accesses.
template <typename TargetT>
UDPC_ALWAYS_INLINE void accessRange(TargetT &Target, abi::RangeKind Kind,
                                    uintptr_t First, uintptr_t Second,
                                    uintptr_t Third) {
  auto *A = reinterpret_cast<const uint8_t *>(First);
  auto *B = reinterpret_cast<const uint8_t *>(Second);
  uint64_t Size = Third;
  switch (Kind) {
  case abi::RangeKind::Copy:
    Target.count(numReferences(Size), numReferences(Size));
    return accessLines(Target, Second, First, Size, true);
  case abi::RangeKind::Set:
    Target.count(0, numReferences(Size));
    return accessLines(Target, 0, First, Size, true);
  case abi::RangeKind::Compare:
    Size = 0;
    while (Size != Third && A[Size] == B[Size])
      ++Size;
    Size += Size != Third;
    Target.count(2 * numReferences(Size), 0);
    return accessLines(Target, First, Second, Size, false);
  case abi::RangeKind::Find:
    Size = 0;
    while (Size != Third && A[Size] != static_cast<uint8_t>(Second))
      ++Size;
    Size += Size != Third;
    Target.count(numReferences(Size), 0);
    return accessLines(Target, First, 0, Size, false);
  case abi::RangeKind::StringLength:
    for (Size = 1; A[Size - 1];)
      ++Size;
    Target.count(numReferences(Size), 0);
    return accessLines(Target, First, 0, Size, false);
  case abi::RangeKind::StringCopy:
    for (Size = 1; B[Size - 1];)
      ++Size;
    Target.count(numReferences(Size), numReferences(Size));
    return accessLines(Target, Second, First, Size, true);
  case abi::RangeKind::StringCompare:
    for (Size = 1; A[Size - 1] == B[Size - 1] && A[Size - 1];)
      ++Size;
    Target.count(2 * numReferences(Size), 0);
    return accessLines(Target, First, Second, Size, false);
  }
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_RANGES_H
