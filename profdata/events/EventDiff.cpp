//===- EventDiff.cpp - Compares two event reports -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/EventDiff.h"
#include "udpc/values.h"
#include <tuple>

using namespace llvm;
using namespace udpc;

int64_t OldAndNew::change() const { return values::limitedSubtract(New, Old); }

using RowKey =
    std::tuple<std::string, unsigned, unsigned, std::string, int, int>;

static RowKey keyOf(const ReportRow &R) {
  return {R.File, R.Line, R.Column, R.Function, int(R.Kind), int(R.Command)};
}

std::vector<DiffEvent> udpc::diffEvents(const EventReport &Old,
                                        const EventReport &New) {
  std::vector<DiffEvent> Events;
  std::map<std::string, size_t> Numbers;
  std::vector<std::map<RowKey, size_t>> RowNumbers;
  auto Collect = [&](const EventReport &Report, bool IsNew) {
    auto Side = [&](OldAndNew &Counts) -> int64_t & {
      return IsNew ? Counts.New : Counts.Old;
    };
    for (const ReportEvent &E : Report.Events) {
      auto [It, IsFirst] = Numbers.try_emplace(E.Name, Events.size());
      if (IsFirst) {
        Events.emplace_back().Name = E.Name;
        RowNumbers.emplace_back();
      }
      DiffEvent &D = Events[It->second];
      Side(D) = E.Total;
      for (const ReportRow &R : E.Rows) {
        auto [Row, IsNewRow] =
            RowNumbers[It->second].try_emplace(keyOf(R), D.Rows.size());
        if (IsNewRow)
          D.Rows.emplace_back().Row = R;
        // Functions of the same name and line in several objects are merged.
        int64_t &Count = Side(D.Rows[Row->second]);
        Count = values::limitedAdd(Count, R.Count);
      }
    }
  };
  Collect(New, true);
  Collect(Old, false);
  return Events;
}
