//===- Merge.cpp - udpc merge ---------------------------------------------===//

#include "tools/udpc/Merge.h"
#include "profdata/EventSelection.h"
#include "profdata/ShownText.h"
#include "tools/udpc/FilterOptions.h"
#include "tools/udpc/ProfileSum.h"
#include "tools/udpc/ReadProfiles.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace udpc;

static cl::OptionCategory Category("udpc merge options");

cl::SubCommand udpc::MergeCommand("merge", "Add profiles up into one: -o out");

static cl::list<std::string> Inputs(cl::Positional, cl::desc("<profile>..."),
                                    cl::cat(Category), cl::sub(MergeCommand));
static cl::opt<std::string> Output("o", cl::desc("Write here"),
                                   cl::value_desc("file"), cl::cat(Category),
                                   cl::sub(MergeCommand));
static FilterOptions Filters(Category, {&MergeCommand});

void udpc::hideUnrelatedToMerge() {
  cl::HideUnrelatedOptions(Category, MergeCommand);
}

/// Writes what \p Filter leaves of \p Profile.
static Error writeSelected(const EventProfile &Profile,
                           const EventFilter &Filter) {
  EventProfile Selected = selectEvents(Profile, Filter);
  if (Selected.units().empty() && !Profile.units().empty())
    return Filter.nothingMatches(EventReport::compute(Profile));
  return Selected.write(Output);
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
  // Only filters need to know what the counts are of.
  bool IsFiltered = Filter->choosesEvents() || Filter->choosesRows();
  ProfileSum Sum(IsFiltered ? &systemTables() : nullptr);
  if (Error E =
          readAll(std::vector<std::string>(Inputs.begin(), Inputs.end()), Sum))
    return E;
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
  if (Events && Events->overflowed())
    WithColor::warning(errs(), "udpc")
        << Output << ": counts above " << INT64_MAX
        << " are written as that number\n";
  return Error::success();
}

int udpc::runMerge() {
  Error E = merge();
  if (!E)
    return 0;
  WithColor::error(errs(), "udpc")
      << shownMessage(toString(std::move(E))) << '\n';
  return 1;
}
