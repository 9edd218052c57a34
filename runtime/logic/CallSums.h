//===- CallSums.h - Adds up the calls of profiles ---------------*- C++ -*-===//
//
// The calls of a cache profile are not sorted. They are found by a hash table
// in memory of the caller's.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_LOGIC_CALLSUMS_H
#define UDPC_RUNTIME_LOGIC_CALLSUMS_H

#include "udpc/calls.h"

namespace udpc {
namespace rt {

inline uint64_t addSaturating(uint64_t A, uint64_t B) {
  return A + B < A ? UINT64_MAX : A + B;
}

/// Writes calls behind each other, each place once.
class CallSums {
public:
  /// The elements of Buckets for \p NumCalls calls.
  static uint64_t numBuckets(uint64_t NumCalls) {
    uint64_t Size = 2;
    while (Size < 2 * NumCalls)
      Size *= 2;
    return Size;
  }

  /// \p Out has room for a CallsRec and the \p MaxCalls calls that may be
  /// added, \p Buckets for numBuckets() elements.
  CallSums(uint64_t MaxCalls, uint32_t *Buckets, uint8_t *Out)
      : Mask(numBuckets(MaxCalls) - 1), Buckets(Buckets),
        Header(reinterpret_cast<abi::CallsRec *>(Out)),
        All(reinterpret_cast<abi::CallRec *>(Header + 1)) {
    for (uint64_t I = 0; I <= Mask; ++I)
      Buckets[I] = 0;
    *Header = {};
  }

  void addHeader(const abi::CallsRec &From) {
    Header->Flags |= From.Flags;
    uint64_t Sum = uint64_t(Header->NumLimits) + From.NumLimits;
    Header->NumLimits = Sum > UINT32_MAX ? UINT32_MAX : uint32_t(Sum);
  }
  void add(const abi::CallRec &From) {
    uint32_t &Bucket = find(From);
    if (!Bucket) {
      All[Header->NumCalls++] = From;
      Bucket = Header->NumCalls;
      return;
    }
    abi::CallRec &To = All[Bucket - 1];
    To.Calls = addSaturating(To.Calls, From.Calls);
    for (unsigned I = 0; I != abi::NumCallCosts; ++I)
      To.Costs[I] = addSaturating(To.Costs[I], From.Costs[I]);
  }

  void subtractHeader(const abi::CallsRec &From) {
    Header->NumLimits = left(Header->NumLimits, From.NumLimits);
  }
  void subtract(const abi::CallRec &From) {
    uint32_t Bucket = find(From);
    if (!Bucket)
      return;
    abi::CallRec &To = All[Bucket - 1];
    To.Calls = left(To.Calls, From.Calls);
    for (unsigned I = 0; I != abi::NumCallCosts; ++I)
      To.Costs[I] = left(To.Costs[I], From.Costs[I]);
  }
  /// Removes calls of which nothing is left. Nothing can be added afterwards.
  void removeEmpty() {
    uint64_t Kept = 0;
    for (uint64_t I = 0; I != Header->NumCalls; ++I)
      if (!isEmpty(All[I]))
        All[Kept++] = All[I];
    for (uint64_t I = Kept; I != Header->NumCalls; ++I)
      All[I] = {};
    Header->NumCalls = Kept;
  }

  uint8_t *end() const {
    return reinterpret_cast<uint8_t *>(All + Header->NumCalls);
  }

private:
  template <typename T> static T left(T A, T B) { return A < B ? 0 : A - B; }
  static bool isEmpty(const abi::CallRec &C) {
    uint64_t Any = C.Calls;
    for (uint64_t Cost : C.Costs)
      Any |= Cost;
    return !Any;
  }
  static bool isSamePlace(const abi::CallRec &A, const abi::CallRec &B) {
    return A.Unit == B.Unit && A.Function == B.Function &&
           A.CallerUnit == B.CallerUnit && A.Caller == B.Caller &&
           A.Callee == B.Callee;
  }
  /// Holds the number of the call of equal place, counted from 1, or 0.
  uint32_t &find(const abi::CallRec &C) {
    uint64_t Hash = 0;
    const uint32_t Place[] = {C.Unit, C.Function, C.CallerUnit, C.Caller,
                              C.Callee};
    for (uint32_t Part : Place) {
      Hash = (Hash ^ Part) * 0x9e3779b97f4a7c15; // 2^64 / golden ratio.
      Hash ^= Hash >> 32;
    }
    uint64_t I = Hash & Mask;
    while (Buckets[I] && !isSamePlace(All[Buckets[I] - 1], C))
      I = (I + 1) & Mask;
    return Buckets[I];
  }

  uint64_t Mask;
  uint32_t *Buckets;
  abi::CallsRec *Header;
  abi::CallRec *All;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_LOGIC_CALLSUMS_H
