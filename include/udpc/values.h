//===- udpc/values.h - Derived values and sums of counts --------*- C++ -*-===//
//
// Computes values from slots and counts from values. The runtime, which writes
// Cachegrind's format, and the readers of profiles must compute the same
// numbers, so both use this header. Needs no C++ library.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_VALUES_H
#define UDPC_VALUES_H

#include "udpc/abi.h"

namespace udpc {
namespace values {

/// Saturating conversion and arithmetic: a count that is too large must not
/// wrap around to a small one.
inline int64_t limited(uint64_t Count) {
  return Count > INT64_MAX ? INT64_MAX : static_cast<int64_t>(Count);
}
inline int64_t limitedAdd(int64_t L, int64_t R) {
  int64_t Sum;
  if (!__builtin_add_overflow(L, R, &Sum))
    return Sum;
  return L < 0 ? INT64_MIN : INT64_MAX;
}
inline int64_t limitedSubtract(int64_t L, int64_t R) {
  int64_t Difference;
  if (!__builtin_sub_overflow(L, R, &Difference))
    return Difference;
  return L < 0 ? INT64_MIN : INT64_MAX;
}
inline uint64_t limitedAdd(uint64_t L, uint64_t R) {
  uint64_t Sum;
  return __builtin_add_overflow(L, R, &Sum) ? UINT64_MAX : Sum;
}
inline uint64_t limitedMultiply(uint64_t L, uint64_t R) {
  uint64_t Product;
  return __builtin_mul_overflow(L, R, &Product) ? UINT64_MAX : Product;
}

/// Whether a count is saturated.
inline bool isAtLimit(int64_t Count) {
  return Count == INT64_MAX || Count == INT64_MIN;
}

/// Returns whether \p Slot counts down at some of its places: the table has a
/// value 0 - slot, as for udpc instructions that decrement (docs/formats.md).
inline bool countsDown(const abi::DerivedRec *Derived, uint32_t NumDerived,
                       uint32_t Slot) {
  for (uint32_t I = 0; I != NumDerived; ++I)
    if (Derived[I].Left == abi::ZeroValue && Derived[I].Right == Slot &&
        Derived[I].Subtract)
      return true;
  return false;
}

/// Returns whether a mark counts in \p Slot, so that its amounts may be
/// negative.
inline bool holdsMark(const abi::SiteRec *Sites, uint32_t NumSites,
                      const abi::CandidateRec *Candidates, uint32_t Slot) {
  for (uint32_t I = 0; I != NumSites; ++I)
    if (Sites[I].Kind == static_cast<uint8_t>(abi::SiteKind::Mark))
      for (uint32_t C = 0; C != Sites[I].NumCandidates; ++C)
        if (Candidates[Sites[I].FirstCandidate + C].Value == Slot)
          return true;
  return false;
}

/// Returns the count of a site of \p Kind whose value is \p Value. The value of
/// a line may be a difference, which is negative if setjmp() or fork() has
/// returned in the middle of a function more often than the function was
/// entered: the count is 0 then. The value of another site may be negative
/// because the site shares a slot with sites that count down: it is the count.
inline int64_t countOf(int64_t Value, uint8_t Kind) {
  bool IsLine = Kind == static_cast<uint8_t>(abi::SiteKind::Line);
  return IsLine && Value < 0 ? 0 : Value;
}

/// Returns the sum of a slot's counts in two runs. An unsigned slot above
/// INT64_MAX has overflowed.
inline uint64_t addSlots(uint64_t L, uint64_t R, bool IsSigned) {
  if (IsSigned)
    return static_cast<uint64_t>(
        limitedAdd(static_cast<int64_t>(L), static_cast<int64_t>(R)));
  return static_cast<uint64_t>(limited(limitedAdd(L, R)));
}

/// Fills in the \p NumDerived derived values after the \p NumSlots slots in \p
/// Values. All are signed two's complement numbers: intermediate differences
/// may be negative.
inline void derive(const abi::DerivedRec *Derived, uint32_t NumDerived,
                   uint32_t NumSlots, uint64_t *Values) {
  auto Value = [Values](uint32_t V) {
    return V == abi::ZeroValue ? 0 : static_cast<int64_t>(Values[V]);
  };
  for (uint32_t I = 0; I != NumDerived; ++I) {
    const abi::DerivedRec &D = Derived[I];
    int64_t L = Value(D.Left), R = Value(D.Right);
    Values[uint64_t(NumSlots) + I] = static_cast<uint64_t>(
        D.Subtract ? limitedSubtract(L, R) : limitedAdd(L, R));
  }
}

/// Derives execution counts like derive(); they are never negative. Slots above
/// INT64_MAX count as INT64_MAX. A negative result, which frames that are left
/// by exit or longjmp can cause, is set to 0 after all values have been
/// derived.
inline void deriveCounts(const abi::DerivedRec *Derived, uint32_t NumDerived,
                         uint32_t NumSlots, uint64_t *Values) {
  for (uint32_t I = 0; I != NumSlots; ++I)
    if (Values[I] > INT64_MAX)
      Values[I] = INT64_MAX;
  derive(Derived, NumDerived, NumSlots, Values);
  for (uint32_t I = 0; I != NumDerived; ++I)
    if (uint64_t &V = Values[uint64_t(NumSlots) + I]; V > INT64_MAX)
      V = 0;
}

} // namespace values
} // namespace udpc

#endif // UDPC_VALUES_H
