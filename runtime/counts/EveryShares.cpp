//===- EveryShares.cpp - N-th occurrences of sites counted apart ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/counts/EveryShares.h"

using namespace udpc;
using namespace udpc::rt;

/// Distance below which each occurrence calls.
static constexpr uint64_t LeastDistance = 16;
/// The part of the rest, as a divisor, that a site gets when it needs a share.
static constexpr uint64_t PartOnDemand = 16;
/// The part of the distance, as a divisor, that is kept for later requests.
static constexpr uint64_t PartKept = 8;
/// All sites are examined when less than this part of the distance is left.
static constexpr uint64_t PartAtLook = 64;

static uint64_t limited(uint64_t Share) {
  return Share < LongestStep ? Share : LongestStep - 1;
}

/// Returns the distance from number \p Count, which may be negative, to \p
/// Target. Negative if \p Count has reached it.
static int64_t distance(uint64_t Count, uint64_t Target) {
  int64_t Result;
  if (__builtin_sub_overflow(static_cast<int64_t>(Target - 1),
                             static_cast<int64_t>(Count), &Result))
    return INT64_MAX;
  return Result;
}

bool rt::extendShare(EveryShares &Shares, abi::EveryPair &Pair,
                     uint64_t Target) {
  for (;;) {
    EveryCount Now = readCount(Pair);
    if (Now.Counter <= 0)
      return true;
    uint64_t Limit = Shares.Limit + static_cast<uint64_t>(Now.Counter);
    int64_t Left = distance(Limit, Target);
    if (Left < 0 || static_cast<uint64_t>(Left) < Shares.Distance / PartAtLook)
      return false;
    uint64_t Share = limited(static_cast<uint64_t>(Left) / PartOnDemand);
    if (!setShare(Pair, Now, Share))
      continue;
    Shares.Limit = Limit + Share;
    return true;
  }
}

static bool isUntouched(const EveryCount &Now) {
  return !Now.Counter && !Now.Offset;
}

/// Returns the count since \p Start; 0 if marks have subtracted more.
static uint64_t countSince(uint64_t Start, uint64_t Count) {
  auto Recent = static_cast<int64_t>(Count - Start);
  return Recent > 0 ? static_cast<uint64_t>(Recent) : 0;
}

void SiteTotals::add(const SitePairs &Sites) {
  for (uint32_t I = 0; I != Sites.Size; ++I) {
    EveryCount Now = readCount(Sites.Pairs[I]);
    if (isUntouched(Now))
      continue;
    Count += Now.count();
    Recent += countSince(Sites.Starts[I], Now.count());
  }
}

Sharing::Sharing(const SiteTotals &Totals, uint64_t Target, bool IsNewPeriod)
    : Target(Target),
      Distance(static_cast<uint64_t>(distance(Totals.Count, Target))),
      IsNewPeriod(IsNewPeriod) {
  // Limits the factors so that their product fits; counts are shifted like All.
  constexpr uint64_t Most = (uint64_t(1) << 32) - 1;
  ForKnown = Distance < LeastDistance ? 0 : Distance - Distance / PartKept;
  if (ForKnown > Most)
    ForKnown = Most;
  All = Totals.Recent;
  for (Shift = 0; All > Most; ++Shift)
    All >>= 1;
}

uint64_t Sharing::shareFor(uint64_t Recent) const {
  if (!All)
    return 0;
  uint64_t Part = Recent >> Shift;
  return limited(ForKnown * (Part < All ? Part : All) / All);
}

void Sharing::share(const SitePairs &Sites) {
  for (uint32_t I = 0; I != Sites.Size; ++I) {
    abi::EveryPair &Pair = Sites.Pairs[I];
    uint64_t Share;
    EveryCount Now;
    do {
      Now = readCount(Pair);
      if (isUntouched(Now))
        break;
      Share = shareFor(countSince(Sites.Starts[I], Now.count()));
    } while (!setShare(Pair, Now, Share));
    if (isUntouched(Now))
      continue;
    Limit += Now.count() + Share;
    if (IsNewPeriod)
      Sites.Starts[I] = Now.count();
  }
}

bool Sharing::finish(EveryShares &Shares) const {
  if (distance(Limit, Target) < 0)
    return false;
  Shares = {Limit, Distance};
  return true;
}

void rt::takeShares(const SitePairs &Sites) {
  for (uint32_t I = 0; I != Sites.Size; ++I) {
    EveryCount Now;
    do
      Now = readCount(Sites.Pairs[I]);
    while (Now.Counter < 0 && !setShare(Sites.Pairs[I], Now, 0));
  }
}
