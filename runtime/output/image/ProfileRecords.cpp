//===- ProfileRecords.cpp - The records of a profile's threads ------------===//
//
// Follows the rules of profdata/events/EventProfile.cpp and
// profdata/cache/CacheProfileMerge.cpp; a test compares the results.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "runtime/output/image/ProfileRecords.h"
#include "runtime/tables/Evaluate.h"
#include "udpc/values.h"
#include <string.h>

using namespace udpc;
using namespace udpc::rt;
using values::limitedAdd;

//===----------------------------------------------------------------------===//
// Slots and lines
//===----------------------------------------------------------------------===//

static void add(const uint8_t *Table, abi::CountRec &To,
                const abi::CountRec &From) {
  if (!Table) {
    To.Count = limitedAdd(To.Count, From.Count);
    return;
  }
  // Signedness matters only near the limits.
  bool IsSmall = !((To.Count | From.Count) >> 62);
  bool IsSigned = false;
  TableView View;
  auto *Header = reinterpret_cast<const abi::TableHeader *>(Table);
  if (!IsSmall && viewTable(Table, Header->TotalSize, View))
    IsSigned =
        values::countsDown(View.Derived, View.Header->NumDerived, To.Slot) ||
        values::holdsMark(View.Sites, View.Header->NumSites, View.Candidates,
                          To.Slot);
  To.Count = values::addSlots(To.Count, From.Count, IsSigned);
}

static void add(abi::LineCountRec &To, const abi::LineCountRec &From) {
  for (unsigned E = 0; E != abi::NumCostEvents; ++E)
    To.Counts[E] = limitedAdd(To.Counts[E], From.Counts[E]);
}

static void subtract(abi::CountRec &To, const abi::CountRec &From) {
  To.Count -= From.Count;
}

static void subtract(abi::LineCountRec &To, const abi::LineCountRec &From) {
  for (unsigned E = 0; E != abi::NumCostEvents; ++E)
    To.Counts[E] -= From.Counts[E];
}

static bool isEmpty(const abi::CountRec &R) { return !R.Count; }

static bool isEmpty(const abi::LineCountRec &R) {
  uint64_t Any = 0;
  for (uint64_t Count : R.Counts)
    Any |= Count;
  return !Any;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

template <unsigned N>
static void addStrides(abi::StrideRec (&To)[N],
                       const abi::StrideRec (&From)[N]) {
  abi::StrideRec All[2 * N];
  unsigned NumAll = N;
  memcpy(All, To, sizeof(To));
  for (const abi::StrideRec &S : From) {
    unsigned I = 0;
    while (I != NumAll && All[I].Bytes != S.Bytes)
      ++I;
    if (I != NumAll)
      All[I].Count = limitedAdd(All[I].Count, S.Count);
    else
      All[NumAll++] = S;
  }
  abi::sortStrides(All, NumAll);
  for (unsigned I = 0; I != N; ++I)
    To[I] = All[I].Count ? All[I] : abi::StrideRec{};
}

template <unsigned N>
static void subtractStrides(abi::StrideRec (&To)[N],
                            const abi::StrideRec (&From)[N]) {
  for (abi::StrideRec &T : To)
    for (const abi::StrideRec &F : From)
      if (T.Bytes == F.Bytes)
        T.Count -= F.Count < T.Count ? F.Count : T.Count;
  abi::sortStrides(To, N);
  for (abi::StrideRec &T : To)
    if (!T.Count)
      T = {};
}

/// Keeps the more frequent leader.
static void addLeader(abi::OperationCountRec &To,
                      const abi::OperationCountRec &From) {
  if (To.Leader == From.Leader) {
    To.NumFollowed = limitedAdd(To.NumFollowed, From.NumFollowed);
    To.LeaderLines |= From.LeaderLines;
    return;
  }
  bool HasTo = To.Leader != abi::NoIndex, HasFrom = From.Leader != abi::NoIndex;
  bool IsLess = HasTo != HasFrom ? HasTo < HasFrom
                : To.NumFollowed != From.NumFollowed
                    ? To.NumFollowed < From.NumFollowed
                    : To.Leader < From.Leader;
  if (!IsLess)
    return;
  To.Leader = From.Leader;
  To.NumFollowed = From.NumFollowed;
  To.LeaderLines = From.LeaderLines;
}

static bool hasFewerLines(const abi::OperationCountRec &L,
                          const abi::OperationCountRec &R) {
  if (L.NumLines != R.NumLines)
    return L.NumLines < R.NumLines;
  uint64_t SpanL = L.LastLine - L.FirstLine, SpanR = R.LastLine - R.FirstLine;
  return SpanL != SpanR ? SpanL < SpanR : L.LastLine < R.LastLine;
}

static uint64_t abi::OperationCountRec::*const OperationCounts[] = {
    &abi::OperationCountRec::D1Misses,   &abi::OperationCountRec::LLMisses,
    &abi::OperationCountRec::Prefetched, &abi::OperationCountRec::NumStrides,
    &abi::OperationCountRec::NumRuns,    &abi::OperationCountRec::NumBreaks,
    &abi::OperationCountRec::L2Misses};

static uint64_t larger(uint64_t L, uint64_t R) { return L < R ? R : L; }

static void add(abi::OperationCountRec &To,
                const abi::OperationCountRec &From) {
  // Addresses of different runs are unrelated, so these fields are not added
  // up.
  if (hasFewerLines(To, From)) {
    To.NumLines = From.NumLines;
    To.FirstLine = From.FirstLine;
    To.LastLine = From.LastLine;
  }
  To.L2Lines = larger(To.L2Lines, From.L2Lines);
  To.LLLines = larger(To.LLLines, From.LLLines);
  for (auto Count : OperationCounts)
    To.*Count = limitedAdd(To.*Count, From.*Count);
  addStrides(To.Strides, From.Strides);
  addStrides(To.Double, From.Double);
  addLeader(To, From);
}

static bool isEmpty(const abi::OperationCountRec &R) {
  uint64_t Any = 0;
  for (auto Count : OperationCounts)
    Any |= R.*Count;
  return !Any;
}

static void subtract(abi::OperationCountRec &To,
                     const abi::OperationCountRec &From) {
  for (auto Count : OperationCounts)
    To.*Count -= From.*Count;
  subtractStrides(To.Strides, From.Strides);
  subtractStrides(To.Double, From.Double);
  if (To.Leader == From.Leader)
    To.NumFollowed -=
        From.NumFollowed < To.NumFollowed ? From.NumFollowed : To.NumFollowed;
}

//===----------------------------------------------------------------------===//
// All kinds
//===----------------------------------------------------------------------===//

template <typename Rec> static Rec &as(uint8_t *Record) {
  return *reinterpret_cast<Rec *>(Record);
}
template <typename Rec> static const Rec &as(const uint8_t *Record) {
  return *reinterpret_cast<const Rec *>(Record);
}

void rt::addRecord(unsigned Kind, const uint8_t *Table, uint8_t *To,
                   const uint8_t *From) {
  if (Kind == 0)
    add(Table, as<abi::CountRec>(To), as<abi::CountRec>(From));
  else if (Kind == 1)
    add(as<abi::OperationCountRec>(To), as<abi::OperationCountRec>(From));
  else
    add(as<abi::LineCountRec>(To), as<abi::LineCountRec>(From));
}

void rt::subtractRecord(unsigned Kind, uint8_t *To, const uint8_t *From) {
  if (Kind == 0)
    subtract(as<abi::CountRec>(To), as<abi::CountRec>(From));
  else if (Kind == 1)
    subtract(as<abi::OperationCountRec>(To), as<abi::OperationCountRec>(From));
  else
    subtract(as<abi::LineCountRec>(To), as<abi::LineCountRec>(From));
}

bool rt::isEmptyRecord(unsigned Kind, const uint8_t *Record) {
  if (Kind == 0)
    return isEmpty(as<abi::CountRec>(Record));
  return Kind == 1 ? isEmpty(as<abi::OperationCountRec>(Record))
                   : isEmpty(as<abi::LineCountRec>(Record));
}
