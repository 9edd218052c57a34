//===- CallSums.h - Adds up the calls of profiles ---------------*- C++ -*-===//
//
// Adds and subtracts the calls of cache profiles, for shared profiles. The
// calls of a profile are not sorted; a hash table in the caller's memory finds
// them.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_OUTPUT_IMAGE_CALLSUMS_H
#define UDPC_RUNTIME_OUTPUT_IMAGE_CALLSUMS_H

#include "udpc/calls.h"
#include "udpc/values.h"

namespace udpc {
namespace rt {

/// Writes calls one after another, each place once.
class CallSums {
public:
  /// Returns the number of elements of Buckets for \p NumCalls calls.
  static uint64_t numBuckets(uint64_t NumCalls) {
    uint64_t Size = 2;
    while (Size < 2 * NumCalls)
      Size *= 2;
    return Size;
  }

  /// Returns the number of elements of Scratch for \p NumCalls calls, at most
  /// \p MaxOfOne of which are of one profile.
  static uint64_t scratchFor(uint64_t NumCalls, uint64_t MaxOfOne) {
    return numBuckets(NumCalls) + MaxOfOne;
  }

  /// \p Out has room for a CallsRec and the \p MaxCalls calls that may be
  /// added, \p Scratch for scratchFor() elements.
  CallSums(uint64_t MaxCalls, uint32_t *Scratch, uint8_t *Out)
      : Mask(numBuckets(MaxCalls) - 1), Buckets(Scratch),
        Numbers(Scratch + Mask + 1),
        Header(reinterpret_cast<abi::CallsRec *>(Out)),
        All(reinterpret_cast<abi::CallRec *>(Header + 1)) {
    for (uint64_t I = 0; I <= Mask; ++I)
      Buckets[I] = 0;
    *Header = {};
  }

  /// Begins a profile, whose calls are then added or subtracted in order.
  void addHeader(const abi::CallsRec &From) {
    NumNumbers = 0;
    Header->Flags |= From.Flags;
    uint64_t Sum = uint64_t(Header->NumLimits) + From.NumLimits;
    Header->NumLimits = Sum > UINT32_MAX ? UINT32_MAX : uint32_t(Sum);
  }
  void add(abi::CallRec From) {
    From.Parent = parentOf(From);
    uint32_t &Bucket = find(From);
    if (!Bucket) {
      All[Header->NumCalls++] = From;
      Bucket = Header->NumCalls;
      Numbers[NumNumbers++] = Bucket;
      return;
    }
    Numbers[NumNumbers++] = Bucket;
    abi::CallRec &To = All[Bucket - 1];
    To.Calls = values::limitedAdd(To.Calls, From.Calls);
    for (unsigned I = 0; I != abi::NumCallCosts; ++I)
      To.Costs[I] = values::limitedAdd(To.Costs[I], From.Costs[I]);
  }

  void subtractHeader(const abi::CallsRec &From) {
    NumNumbers = 0;
    Header->NumLimits = left(Header->NumLimits, From.NumLimits);
  }
  void subtract(abi::CallRec From) {
    From.Parent = parentOf(From);
    uint32_t Bucket = find(From);
    Numbers[NumNumbers++] = Bucket;
    if (!Bucket)
      return;
    abi::CallRec &To = All[Bucket - 1];
    To.Calls = left(To.Calls, From.Calls);
    for (unsigned I = 0; I != abi::NumCallCosts; ++I)
      To.Costs[I] = left(To.Costs[I], From.Costs[I]);
  }
  /// Removes calls with counts of 0, unless they may be the context of others.
  /// No call can be added afterwards.
  void removeEmpty() {
    if (Header->Flags & abi::ContextsRecorded)
      return;
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
  /// Returns the number of the context of \p C in All.
  uint32_t parentOf(const abi::CallRec &C) const {
    if (C.Parent >= abi::BeyondContexts)
      return C.Parent;
    // 0: it was not found, and neither are the calls below it.
    return Numbers[C.Parent] ? Numbers[C.Parent] - 1 : abi::BeyondContexts - 1;
  }
  static bool isSamePlace(const abi::CallRec &A, const abi::CallRec &B) {
    return A.Unit == B.Unit && A.Function == B.Function &&
           A.CallerUnit == B.CallerUnit && A.Caller == B.Caller &&
           A.Callee == B.Callee && A.Parent == B.Parent;
  }
  /// Returns the bucket with the number of the call of equal place, counted
  /// from 1, or 0.
  uint32_t &find(const abi::CallRec &C) {
    uint64_t Hash = 0;
    const uint32_t Place[] = {C.Unit,   C.Function, C.CallerUnit,
                              C.Caller, C.Callee,   C.Parent};
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
  /// The numbers in All, counted from 1, of the calls of the current profile;
  /// 0: not found.
  uint32_t *Numbers;
  uint64_t NumNumbers = 0;
  abi::CallsRec *Header;
  abi::CallRec *All;
};

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_OUTPUT_IMAGE_CALLSUMS_H
