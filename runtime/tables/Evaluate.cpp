//===- Evaluate.cpp - Counts of events from slots -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/tables/Evaluate.h"
#include "udpc/values.h"

using namespace udpc;
using namespace udpc::rt;

bool rt::viewTable(const uint8_t *Table, uint64_t Size, TableView &View) {
  if (!Table || Size < sizeof(abi::TableHeader))
    return false;
  auto *H = reinterpret_cast<const abi::TableHeader *>(Table);
  if (H->Magic != abi::TableMagic || H->Version != abi::Version ||
      H->TotalSize != Size)
    return false;
  View.Header = H;
  uint64_t At = sizeof(*H);
  // The counts are 32 bits wide, so the sum cannot overflow.
  auto Place = [&](auto &Part, uint64_t Count) {
    using Record = decltype(+Part);
    Part = reinterpret_cast<Record>(Table + At);
    At += Count * sizeof(*Part);
  };
  Place(View.Events, H->NumEvents);
  Place(View.Entries, H->NumEntries);
  Place(View.Derived, H->NumDerived);
  Place(View.Sites, H->NumSites);
  Place(View.Candidates, H->NumCandidates);
  Place(View.Strings, H->StringsSize);
  return At <= Size;
}

bool rt::hasSite(const TableView &View, uint32_t Event) {
  for (uint32_t I = 0; I != View.Header->NumSites; ++I)
    if (View.Sites[I].Event == Event)
      return true;
  return false;
}

void rt::computeDerived(const TableView &View, uint64_t *Values) {
  values::derive(View.Derived, View.Header->NumDerived, View.Header->NumSlots,
                 Values);
}

static bool sameRegion(const abi::CandidateRec &A, const abi::CandidateRec &B) {
  return A.LineStart == B.LineStart && A.ColumnStart == B.ColumnStart &&
         A.LineEnd == B.LineEnd && A.ColumnEnd == B.ColumnEnd;
}

uint64_t rt::siteCount(const TableView &View, const abi::SiteRec &Site,
                       const uint64_t *Values) {
  const abi::CandidateRec *C = View.Candidates + Site.FirstCandidate;
  uint32_t N = Site.NumCandidates;
  auto Value = [&](uint32_t I) {
    return C[I].Value == abi::ZeroValue
               ? 0
               : static_cast<int64_t>(Values[C[I].Value]);
  };
  int64_t Largest = N ? INT64_MIN : 0;
  // A line has few regions; copies of a region are added to its first
  // occurrence.
  for (uint32_t I = 0; I != N; ++I) {
    uint32_t First = 0;
    while (!sameRegion(C[First], C[I]))
      ++First;
    if (First != I)
      continue;
    int64_t Sum = Value(I);
    for (uint32_t J = I + 1; J < N; ++J)
      if (sameRegion(C[J], C[I]))
        Sum = values::limitedAdd(Sum, Value(J));
    if (Sum > Largest)
      Largest = Sum;
  }
  return values::countOf(Largest, Site.Kind);
}

static void addSite(const TableView &View, const abi::SiteRec &S,
                    const uint64_t *Values, int64_t &Sum) {
  auto Count = static_cast<int64_t>(siteCount(View, S, Values));
  Sum = S.Command == static_cast<uint8_t>(abi::SiteCommand::Dec)
            ? values::limitedSubtract(Sum, Count)
            : values::limitedAdd(Sum, Count);
}

void rt::addEventValues(const TableView &View, const uint64_t *Values,
                        const int32_t *Numbers, int64_t *Sums) {
  for (uint32_t I = 0; I != View.Header->NumSites; ++I)
    if (int32_t Number = Numbers[View.Sites[I].Event]; Number >= 0)
      addSite(View, View.Sites[I], Values, Sums[Number]);
}

void rt::addCommandValues(const TableView &View, const uint64_t *Values,
                          const int32_t *Numbers, int64_t *Sums) {
  for (uint32_t I = 0; I != View.Header->NumSites; ++I) {
    const abi::SiteRec &S = View.Sites[I];
    if (Numbers[S.Event] < 0)
      continue;
    int64_t &Sum = Sums[2 * Numbers[S.Event] + S.Command];
    Sum = values::limitedAdd(Sum,
                             static_cast<int64_t>(siteCount(View, S, Values)));
  }
}

int64_t rt::eventValue(const TableView &View, uint32_t Event,
                       const uint64_t *Values) {
  int64_t Sum = 0;
  for (uint32_t I = 0; I != View.Header->NumSites; ++I) {
    const abi::SiteRec &S = View.Sites[I];
    if (S.Event == Event)
      addSite(View, S, Values, Sum);
  }
  return Sum;
}
