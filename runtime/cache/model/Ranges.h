//===- Ranges.h - Memory accesses of C library functions --------*- C++ -*-===//
//
// Models the lines that a call accesses, their order, and the number of
// references. References are those that Cachegrind counts in the GNU library's
// functions for processors with 32-byte vectors (2.36): the code path for each
// size, and how far it reads beyond the data. docs/cache-simulation.md compares
// the two.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_CACHE_MODEL_RANGES_H
#define UDPC_RUNTIME_CACHE_MODEL_RANGES_H

#include "runtime/cache/model/Cache.h"
#include "udpc/simulation.h"

namespace udpc {
namespace rt {

struct References {
  uint64_t Reads, Writes;
};

UDPC_ALWAYS_INLINE uint64_t divideUp(uint64_t A, uint64_t B) {
  return (A + B - 1) / B;
}

/// Sizes from which rep movsb and rep stosb are used, where each byte is a
/// reference.
constexpr uint64_t RepeatedCopy = 8193, RepeatedSet = 2049;

/// Returns the references of memcpy. Small sizes use a power of two of vectors,
/// half of them from the end backwards, without a remainder; large ones a loop
/// of four.
UDPC_ALWAYS_INLINE References copyReferences(uint64_t Size) {
  if (Size < 2)
    return {Size, Size};
  if (Size <= 64)
    return {2, 2};
  // From here on, thresholds that the library stores are read, too.
  if (Size <= 128)
    return {5, 4};
  if (Size <= 256)
    return {9, 8};
  if (Size >= RepeatedCopy)
    return {Size + 2, Size};
  uint64_t Vectors = 5 + 4 * divideUp(Size - 160, 128);
  return {Vectors + 2, Vectors};
}

UDPC_ALWAYS_INLINE References setReferences(uint64_t Size) {
  if (Size < 2)
    return {0, Size};
  if (Size < 4)
    return {0, 3};
  if (Size <= 64)
    return {0, 2};
  if (Size <= 256)
    return {1, uint64_t(Size <= 128 ? 4 : 8)};
  if (Size >= RepeatedSet)
    return {1, Size};
  return {1, 4 + 4 * divideUp(Size - 128, 128)};
}

/// Returns the references of memcmp. \p Compared of \p Size bytes are read; if
/// the last \p Differs, it is read once more.
UDPC_ALWAYS_INLINE References compareReferences(uint64_t Compared,
                                                uint64_t Size,
                                                bool Differs = false) {
  if (Differs && Size > 1)
    return {2 * divideUp(Compared, 32) + 2, 0};
  if (Compared == Size && Size <= 256 && Size >= 32)
    return {uint64_t(Size <= 64 ? 4 : Size <= 128 ? 8 : 16), 0};
  return {2 * divideUp(Compared, 32), 0};
}

UDPC_ALWAYS_INLINE References findReferences(uint64_t Size) {
  return {divideUp(Size, 32) + (Size >= 512), 0};
}

/// Returns the references of strlen for \p Length bytes and the terminator.
/// Long strings are read four vectors at a time.
UDPC_ALWAYS_INLINE References lengthReferences(uint64_t Length) {
  return {Length < 160 ? 1 + Length / 32 : 5 + 4 * (Length / 128), 0};
}

UDPC_ALWAYS_INLINE References stringCopyReferences(uint64_t Length) {
  uint64_t Writes = Length < 4 ? 1 : Length < 32 ? 2 : 1 + divideUp(Length, 32);
  return {Writes + 2, Writes};
}

/// Returns the references of strcmp. \p Length bytes are equal; the next one
/// differs or ends both strings.
UDPC_ALWAYS_INLINE References stringCompareReferences(uint64_t Length) {
  return {Length < 128 ? 4 + Length / 32 * 2 : 10 + 8 * (Length / 128), 0};
}

/// Reports each line of one or two ranges to \p Target, which has
/// access(address, is it a write) and count(references).
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

/// An unaligned load of eight bytes.
struct __attribute__((packed, may_alias)) EightBytes {
  uint64_t Value;
};

/// Returns the length of a string. Reads whole aligned words, which never touch
/// a page that the string does not.
UDPC_ALWAYS_INLINE uint64_t lengthOf(const uint8_t *Text) {
  const uint8_t *At = Text;
  for (; reinterpret_cast<uintptr_t>(At) % 8; ++At)
    if (!*At)
      return static_cast<uint64_t>(At - Text);
  constexpr uint64_t Ones = 0x0101010101010101, Highs = Ones << 7;
  for (;; At += 8) {
    uint64_t Word = reinterpret_cast<const EightBytes *>(At)->Value;
    if ((Word - Ones) & ~Word & Highs)
      break;
  }
  while (*At)
    ++At;
  return static_cast<uint64_t>(At - Text);
}

/// Returns the number of equal bytes before the first difference among \p Size
/// bytes.
UDPC_ALWAYS_INLINE uint64_t equalBytes(const uint8_t *A, const uint8_t *B,
                                       uint64_t Size) {
  uint64_t N = 0;
  while (N + 8 <= Size &&
         reinterpret_cast<const EightBytes *>(A + N)->Value ==
             reinterpret_cast<const EightBytes *>(B + N)->Value)
    N += 8;
  while (N != Size && A[N] == B[N])
    ++N;
  return N;
}

/// Returns how many of \p Whole bytes at \p Address are read: those up to the
/// end of the page in which the first \p Size end. Searches and comparisons
/// read whole vectors of 32 bytes, first single ones and then four at a time,
/// beyond the requested range but not beyond its last page.
UDPC_ALWAYS_INLINE uint64_t withinPage(uintptr_t Address, uint64_t Size,
                                       uint64_t Whole) {
  constexpr uintptr_t Page = 4096;
  uint64_t ToEnd = divideUp(Address + Size, Page) * Page - Address;
  return Whole < ToEnd ? Whole : ToEnd;
}
UDPC_ALWAYS_INLINE uint64_t wholeVectors(uint64_t Size) {
  uint64_t Unit = Size <= 128 ? 32 : 128;
  return divideUp(Size, Unit) * Unit;
}

/// Reports the accesses of a function of \p Kind with these arguments to \p
/// Target.
template <typename TargetT>
UDPC_ALWAYS_INLINE void accessRange(TargetT &Target, abi::RangeKind Kind,
                                    uintptr_t First, uintptr_t Second,
                                    uintptr_t Third) {
  auto *A = reinterpret_cast<const uint8_t *>(First);
  auto *B = reinterpret_cast<const uint8_t *>(Second);
  uint64_t Size = Third;
  switch (Kind) {
  case abi::RangeKind::Copy:
    Target.count(copyReferences(Size));
    return accessLines(Target, Second, First, Size, true);
  case abi::RangeKind::Set:
    Target.count(setReferences(Size));
    return accessLines(Target, 0, First, Size, true);
  case abi::RangeKind::Compare:
    Size = equalBytes(A, B, Third);
    Target.count(
        compareReferences(Size + (Size != Third), Third, Size != Third));
    Size += Size != Third;
    if (Third > 1 && Third <= 32) {
      Size = withinPage(Second, Size, withinPage(First, Size, 32));
    } else if (Third > 32) {
      Size = wholeVectors(Size);
      // The last vector ends at the end of the range.
      Size = Size < Third ? Size : Third;
    }
    return accessLines(Target, First, Second, Size, false);
  case abi::RangeKind::Find:
    Size = 0;
    while (Size != Third && A[Size] != static_cast<uint8_t>(Second))
      ++Size;
    Size += Size != Third;
    Target.count(findReferences(Size));
    if (Size && Size < 32)
      Size = withinPage(First, Size, 32);
    return accessLines(Target, First, 0, Size, false);
  case abi::RangeKind::StringLength:
    Size = lengthOf(A) + 1;
    Target.count(lengthReferences(Size - 1));
    if (Size < 32)
      Size = withinPage(First, Size, 32);
    else if (Size > 160)
      Size = divideUp(First + Size, 128) * 128 - First;
    return accessLines(Target, First, 0, Size, false);
  case abi::RangeKind::StringCopy:
    Size = lengthOf(B) + 1;
    Target.count(stringCopyReferences(Size - 1));
    return accessLines(Target, Second, First, Size, true);
  case abi::RangeKind::StringCompare:
    for (Size = 1; A[Size - 1] == B[Size - 1] && A[Size - 1];)
      ++Size;
    Target.count(stringCompareReferences(Size - 1));
    Size =
        withinPage(Second, Size, withinPage(First, Size, wholeVectors(Size)));
    return accessLines(Target, First, Second, Size, false);
  }
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_CACHE_MODEL_RANGES_H
