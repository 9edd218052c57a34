//===- ExportStacks.cpp - Formats with stacks -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/export/formats/ExportStacks.h"
#include "profdata/stacks/StackFiles.h"
#include "profdata/stacks/StackSources.h"
#include "profdata/support/ShownText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace udpc;

static std::string typeNames(const StackProfile &Profile) {
  return join(map_range(Profile.Types,
                        [](const StackProfile::ValueType &T) -> StringRef {
                          return T.Name;
                        }),
              ", ");
}

static Expected<StackProfile> stacksOfEvents(const ExportInput &Input) {
  Expected<EventReport> Report = Input.report();
  if (!Report)
    return Report.takeError();
  return stacksOf(*Input.Sum.get<EventProfile>(), *Report);
}

/// Returns the costs that --event selects.
static Expected<StackProfile> stacksOfCosts(const ExportInput &Input) {
  const auto *Caches = Input.Sum.get<CacheProfile>();
  StackProfile Stacks = Caches ? stacksOf(*Caches, Input.Options)
                               : stacksOf(*Input.Sum.get<CostGraph>());
  std::string Known = typeNames(Stacks);
  Stacks.keepTypes(
      [&](StringRef Name) { return Input.Filter.matchesEvent(Name); });
  if (Stacks.Types.empty())
    return createStringError("--event: no event matches; there are: " + Known);
  return std::move(Stacks);
}

/// Returns the samples that --event and --thread select.
static Expected<StackProfile> stacksOfLog(const ExportInput &Input) {
  std::vector<std::string> Warnings;
  StackProfile Stacks =
      stacksOf(*Input.Samples,
               {Input.Options.Demangle, Input.Filter, Input.Thread}, Warnings);
  for (const LogDamage &D : Input.Samples->Damages)
    Warnings.push_back(D.File + ": at byte " + std::to_string(D.Offset) + ": " +
                       D.What + "; left out");
  for (const std::string &W : Warnings)
    WithColor::warning(errs(), "udpc") << "export: " << shownText(W) << '\n';
  if (Stacks.samples().empty())
    return createStringError(
        "the log has no samples of that kind: they are those of events with "
        "'every:' and the action log or count-by-stack");
  return std::move(Stacks);
}

static Expected<StackProfile> stacksOfInput(const ExportInput &Input) {
  Expected<StackProfile> Stacks = Input.Samples ? stacksOfLog(Input)
                                  : Input.Sum.get<EventProfile>()
                                      ? stacksOfEvents(Input)
                                      : stacksOfCosts(Input);
  if (Stacks && Stacks->overflowed())
    WithColor::warning(errs(), "udpc")
        << "export: counts beyond 2^63 - 1 are written as that\n";
  return Stacks;
}

Error udpc::exportFolded(const ExportInput &Input, raw_ostream &OS) {
  Expected<StackProfile> Stacks = stacksOfInput(Input);
  if (!Stacks)
    return Stacks.takeError();
  // For costs, the default is the first event, Ir.
  if (Stacks->Types.size() > 1 && Input.Sum.get<EventProfile>())
    return createStringError("--format=folded has one event: choose it by "
                             "--event=; there are: " +
                             typeNames(*Stacks));
  if (!Stacks->Types.empty())
    writeFolded(*Stacks, 0, {Input.Lines}, OS);
  return Error::success();
}

Error udpc::exportSpeedscope(const ExportInput &Input, raw_ostream &OS) {
  Expected<StackProfile> Stacks = stacksOfInput(Input);
  if (!Stacks)
    return Stacks.takeError();
  writeSpeedscope(*Stacks, {Input.Lines}, OS);
  return Error::success();
}

Error udpc::exportPprof(const ExportInput &Input, raw_ostream &OS) {
  Expected<StackProfile> Stacks = stacksOfInput(Input);
  if (!Stacks)
    return Stacks.takeError();
  writePprof(*Stacks, OS);
  return Error::success();
}
