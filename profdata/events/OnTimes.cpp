//===- OnTimes.cpp - How long the sites of events were on -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/OnTimes.h"
#include "profdata/events/EventReport.h"
#include <map>
#include <tuple>

using namespace llvm;
using namespace udpc;

void udpc::joinOnTimes(EventReport &Report) {
  auto KeyOf = [](const ReportRow &R) {
    return std::tie(R.File, R.Line, R.Column, R.LinkageName, R.Kind, R.Command);
  };
  std::map<StringRef, ReportEvent *> Events;
  for (ReportEvent &E : Report.Events)
    Events[E.Name] = &E;
  auto IsTimes = [&](const ReportEvent &E) {
    StringRef Name = E.Name;
    return Name.consume_back(abi::OnTimeSuffix) && Events.count(Name);
  };
  for (const ReportEvent &Times : Report.Events) {
    if (!IsTimes(Times))
      continue;
    std::map<decltype(KeyOf(Times.Rows[0])), int64_t> ByKey;
    for (const ReportRow &R : Times.Rows)
      ByKey[KeyOf(R)] = R.Count;
    for (ReportRow &R :
         Events[StringRef(Times.Name).drop_back(sizeof(abi::OnTimeSuffix) - 1)]
             ->Rows)
      if (auto It = ByKey.find(KeyOf(R)); It != ByKey.end())
        R.OnTime = It->second;
  }
  // The keys of Events reference names of elements.
  std::vector<ReportEvent> Kept;
  for (ReportEvent &E : Report.Events)
    if (!IsTimes(E))
      Kept.push_back(E);
  Report.Events = std::move(Kept);
}
