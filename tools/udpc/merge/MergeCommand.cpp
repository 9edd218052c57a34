//===- MergeCommand.cpp - udpc merge --------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/EventSelection.h"
#include "tools/udpc/Command.h"
#include "tools/udpc/merge/MergeFiles.h"
#include "tools/udpc/options/FilterOptions.h"
#include "tools/udpc/profiles/ReadProfiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace udpc;

static Error merge();

static Command MergeCommand(Job::AnyProfile, "merge",
                            "Add profiles up into one: -o out", merge,
                            Command::WithoutName);

static cl::list<std::string> Inputs(cl::Positional, cl::desc("<profile>..."),
                                    MergeCommand);
static cl::opt<std::string> Output("o", cl::desc("Write here"),
                                   cl::value_desc("file"), MergeCommand);
static cl::opt<bool>
    SkipDamaged("skip-damaged",
                cl::desc("Leave out files that cannot be added, and list them"),
                MergeCommand);
static cl::opt<bool>
    Resume("resume",
           cl::desc("Go on where the same merge was stopped, if it was"),
           MergeCommand);
static FilterOptions Filters(MergeCommand);

/// Writes the part of \p Profile that \p Filter selects.
static Error writeSelected(const EventProfile &Profile,
                           const EventFilter &Filter) {
  EventProfile Selected = selectEvents(Profile, Filter);
  if (Selected.units().empty() && !Profile.units().empty())
    return Filter.nothingMatches(EventReport::compute(Profile));
  return Selected.write(Output);
}

/// Returns whether a count of \p Costs is saturated.
static bool isAtLimit(const CacheProfile &Costs) {
  return any_of(Costs.Threads, [](const CacheProfileThread &T) {
    return any_of(
               T.Slots,
               [](const abi::CountRec &C) { return C.Count == UINT64_MAX; }) ||
           any_of(T.Lines, [](const abi::LineCountRec &L) {
             return is_contained(L.Counts, UINT64_MAX);
           });
  });
}

static Error merge() {
  if (Output.empty())
    return createStringError("merge: give the output file with -o <file>");
  if (Inputs.empty())
    return createStringError(
        "merge: name the profiles to add up, or @<file> that lists them");
  Expected<EventFilter> Filter = Filters.filter();
  if (!Filter)
    return Filter.takeError();
  const std::vector<std::string> Files(Inputs.begin(), Inputs.end());
  bool IsFiltered = Filter->choosesEvents() || Filter->choosesRows();
  ProfileSum Sum;
  if (IsFiltered) {
    // Only filters need the tables, which say what the counts belong to.
    if (SkipDamaged || Resume)
      return createStringError("merge: --skip-damaged and --resume are not for "
                               "--event, --function, --file and --module");
    if (Error E = readProfiles(Files).moveInto(Sum))
      return E;
  } else {
    Expected<MergedFiles> Merged = mergeFiles(
        Files, {SkipDamaged, /*ShowsProgress=*/true, Resume, Output});
    if (!Merged)
      return Merged.takeError();
    if (Merged->Resumed)
      WithColor::note(errs(), "udpc") << "merge: the first " << Merged->Resumed
                                      << " files were added before\n";
    reportSkipped(*Merged, Files.size());
    if (Merged->Sum.empty())
      return createStringError("merge: no file can be added");
    Sum = std::move(Merged->Sum);
    printWarnings(Sum);
  }
  const auto *Events = Sum.get<EventProfile>();
  if (!IsFiltered) {
    if (Error E = Sum.write(Output))
      return E;
  } else if (!Events) {
    return createStringError(
        "merge: --event, --function, --file and --module are "
        "for event profiles");
  } else if (Error E = writeSelected(*Events, *Filter)) {
    return E;
  }
  if (const auto *Costs = Sum.get<CacheProfile>(); Costs && isAtLimit(*Costs))
    WithColor::warning(errs(), "udpc")
        << Output << ": counts above " << UINT64_MAX
        << " are written as that number\n";
  if (Events && Events->overflowed())
    WithColor::warning(errs(), "udpc")
        << Output << ": counts above " << INT64_MAX
        << " are written as that number\n";
  return Error::success();
}
