//===- CheckJson.cpp - udpc check as JSON ---------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/check/CheckReport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace udpc;

static StringRef stateName(CheckedRow::State State) {
  static constexpr StringLiteral Names[] = {"common", "new", "gone", "moved",
                                            "renamed"};
  return Names[State];
}

static void printRange(json::OStream &J, StringRef Key,
                       const CostRange &Range) {
  J.attributeArray(Key, [&] {
    J.value(Range.Least);
    J.value(Range.Most);
  });
}

static void printKey(json::OStream &J, StringRef Prefix,
                     const DefinedFunction &Key) {
  if (!Key.File.empty())
    J.attribute((Prefix + "file").str(), json::fixUTF8(Key.File));
  if (!Key.Name.empty())
    J.attribute((Prefix + "name").str(), json::fixUTF8(Key.Name));
}

static void printRow(json::OStream &J, const CostCheck &Check,
                     const CheckedRow &Row) {
  J.object([&] {
    J.attribute("level", costLevelName(Row.Level));
    J.attribute("state", stateName(Row.What));
    if (!Row.Region.empty())
      J.attribute("region", json::fixUTF8(Row.Region));
    printKey(J, "", Row.Key);
    printKey(J, "old_", Row.Was);
    if (Row.Line)
      J.attribute("line", Row.Line);
    J.attribute("over", Row.isOver());
    J.attributeObject("costs", [&] {
      for (auto [Event, Cost] : zip_equal(Check.Events, Row.Costs))
        J.attributeObject(json::fixUTF8(Event), [&, &Cost = Cost] {
          printRange(J, "old", Cost.Old);
          printRange(J, "new", Cost.New);
          J.attribute("change", Cost.Change);
          J.attribute("over", Cost.IsOver);
        });
    });
  });
}

void udpc::printCheckJson(raw_ostream &OS, const CheckReport &R) {
  const CostCheck &Check = R.Check;
  json::OStream J(OS, 1);
  J.object([&] {
    J.attribute("version", 1);
    J.attribute("over", Check.isOver());
    J.attribute("baseline", json::fixUTF8(R.BaselineFile));
    J.attributeArray("profiles", [&] {
      for (const std::string &Profile : R.Profiles)
        J.value(json::fixUTF8(Profile));
    });
    J.attribute("baseline_runs", R.Old.NumRuns);
    J.attributeArray("levels", [&] {
      for (CostLevel Level : R.Options.Levels)
        J.value(costLevelName(Level));
    });
    J.attributeObject("limits", [&] {
      for (const CostLimit &Limit : R.Options.Limits)
        J.attribute(json::fixUTF8(Limit.Event), Limit.text());
    });
    J.attributeArray("rows", [&] {
      for (const CheckedRow &Row : Check.Rows)
        printRow(J, Check, Row);
    });
    J.attributeObject("unprofiled_calls", [&] {
      printRange(J, "old", Check.AllCalls.Old);
      printRange(J, "new", Check.AllCalls.New);
      J.attribute("over", Check.AllCalls.IsOver);
      J.attribute("percent_without_calls", Check.WithoutCalls);
      J.attribute("time_samples", Check.TimeSamples);
      J.attribute("time_samples_unprofiled", Check.UnprofiledSamples);
      J.attributeArray("changed", [&] {
        for (const CheckedCalls &Calls : Check.Calls)
          J.object([&] {
            if (!Calls.Region.empty())
              J.attribute("region", json::fixUTF8(Calls.Region));
            if (!Calls.Name.empty())
              J.attribute("function", json::fixUTF8(Calls.Name));
            printRange(J, "old", Calls.Old);
            printRange(J, "new", Calls.New);
            J.attribute("over", Calls.IsOver);
          });
      });
    });
  });
  OS << '\n';
}
