//===- SampleSettings.cpp - Settings of sampling --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/machine/sampling/SampleSettings.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;
using namespace udpc;
using namespace udpc::machine;

Expected<unsigned> machine::parseSelection(StringRef Text) {
  int Selection = StringSwitch<int>(Text)
                      .Cases({"0", "insts"}, 0)
                      .Cases({"1", "com_misp_br"}, 1)
                      .Cases({"2", "dcache_to_L2"}, 2)
                      .Cases({"3", "dtlb_miss_num"}, 3)
                      .Default(-1);
  if (Selection < 0)
    return createStringError("'" + Text +
                             "' is no event to sample: use 0 or insts, 1 or "
                             "com_misp_br, 2 or dcache_to_L2, 3 or "
                             "dtlb_miss_num");
  return static_cast<unsigned>(Selection);
}

static Error setNumber(StringRef Value, uint64_t &Out) {
  if (Value.getAsInteger(10, Out))
    return createStringError("'" + Value + "' is not a number");
  return Error::success();
}

static Error parseLine(StringRef Line, SampleSettings &Settings) {
  auto [Key, Value] = Line.split(':');
  if (Key.size() == Line.size())
    return createStringError("expected 'key: value'");
  Key = Key.trim();
  Value = Value.trim();
  if (Key == "eventsel") {
    Expected<unsigned> Selection = parseSelection(Value);
    if (!Selection)
      return Selection.takeError();
    Settings.Selection = *Selection;
    return Error::success();
  }
  if (Key == "maxevent" || Key == "maxevents")
    return setNumber(Value, Settings.Every);
  if (Key == "warmupinst")
    return setNumber(Value, Settings.Warmup);
  if (Key == "maxperiod" || Key == "maxperiods")
    return setNumber(Value, Settings.Periods);
  if (Key != "logname")
    return createStringError(
        "unknown key '" + Key +
        "': use eventsel, maxevent, warmupinst, maxperiod or logname");
  if (Value.empty())
    return createStringError("logname needs a file");
  Settings.Log = Value.str();
  return Error::success();
}

Error machine::parseControlFile(StringRef Text, StringRef File,
                                SampleSettings &Settings) {
  unsigned Number = 0;
  while (!Text.empty()) {
    StringRef Line;
    std::tie(Line, Text) = Text.split('\n');
    ++Number;
    Line = Line.trim();
    if (Line.empty() || Line.starts_with("#"))
      continue;
    if (Error E = parseLine(Line, Settings))
      return createStringError(File + ":" + Twine(Number) + ": " +
                               toString(std::move(E)));
  }
  return Error::success();
}
