//===- CostSummary.cpp - Costs of files and functions ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/CostSummary.h"
#include "udpc/values.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

/// Returns the sort key of a count.
static int64_t weight(const CostSheet &Sheet, int64_t Count) {
  if (!Sheet.IsDifference || Count >= 0)
    return Count;
  return values::limitedSubtract(0, Count);
}

bool CostOrder::isAbove(const CostSheet &Sheet,
                        ArrayRef<int64_t> Counts) const {
  if (Last)
    return !isBefore(Sheet, *Last, Counts);
  size_t Event = Sort.front();
  if (!Sheet.Base[Event])
    return Counts[Event] || Threshold == 0;
  return std::fabs(Sheet.percent(Counts[Event], Event)) >= Threshold;
}

bool CostOrder::isBefore(const CostSheet &Sheet, ArrayRef<int64_t> A,
                         ArrayRef<int64_t> B) const {
  for (size_t Event : Sort) {
    int64_t OfA = weight(Sheet, A[Event]), OfB = weight(Sheet, B[Event]);
    if (OfA != OfB)
      return OfA > OfB;
  }
  return false;
}

void CostOrder::limitTo(const CostSheet &Sheet, ArrayRef<double> Shares) {
  std::vector<CostSheet::Counts> Rows;
  for (const auto &[File, F] : Sheet.Files)
    for (const auto &[Function, Lines] : F.Functions) {
      Rows.emplace_back(Sheet.numEvents());
      for (const auto &[Line, Counts] : Lines)
        CostSheet::addTo(Rows.back(), Counts);
    }
  llvm::sort(Rows, [&](ArrayRef<int64_t> A, ArrayRef<int64_t> B) {
    return isBefore(Sheet, A, B);
  });
  CostSheet::Counts Sum(Sheet.numEvents());
  for (CostSheet::Counts &Row : Rows) {
    CostSheet::addTo(Sum, Row);
    Last = std::move(Row);
    if (all_of(zip(Sort, Shares), [&](const auto &Pair) {
          auto [Event, Share] = Pair;
          return !Sheet.Base[Event] ||
                 Sheet.percent(Sum[Event], Event) >= Share;
        }))
      break;
  }
}

std::vector<SummaryGroup> udpc::summarize(const CostSheet &Sheet, SummaryBy By,
                                          const CostOrder &Order) {
  std::map<std::string, std::map<std::string, CentreCounts<int64_t>>> All;
  for (const auto &[File, F] : Sheet.Files)
    for (const auto &[Function, Lines] : F.Functions) {
      CentreCounts<int64_t> &Sum =
          By == SummaryBy::File ? All[File][Function] : All[Function][File];
      for (const auto &[Line, Counts] : Lines) {
        Sum.addCode(Counts.Impossible);
        CostSheet::addTo(Sum, Counts);
      }
    }
  auto Before = [&](const SummaryRow &A, const SummaryRow &B) {
    if (Order.isBefore(Sheet, A.Counts, B.Counts))
      return true;
    return !Order.isBefore(Sheet, B.Counts, A.Counts) && A.Name < B.Name;
  };
  std::vector<SummaryGroup> Groups;
  for (const auto &[Name, Members] : All) {
    SummaryGroup Group;
    Group.Name = Name;
    for (const auto &[Member, Sum] : Members) {
      Group.Counts.addCode(Sum.Impossible);
      CostSheet::addTo(Group.Counts, Sum);
      if (Order.isAbove(Sheet, Sum))
        Group.Rows.push_back({Member, Sum});
    }
    if (Group.Rows.empty())
      continue;
    Group.IsWhole = Group.Rows.size() == Members.size();
    sort(Group.Rows, Before);
    Groups.push_back(std::move(Group));
  }
  sort(Groups, Before);
  CostSheet::Counts Sum(Sheet.numEvents());
  for (SummaryGroup &Group : Groups) {
    CostSheet::addTo(Sum, Group.Counts);
    Group.Cumulative = Sum;
  }
  return Groups;
}
