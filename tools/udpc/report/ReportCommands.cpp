//===- ReportCommands.cpp - udpc report, udpc diff ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/annotate/EventSheet.h"
#include "profdata/events/EventFilter.h"
#include "profdata/support/ShownText.h"
#include "profdata/tables/SiteRefusal.h"
#include "tools/udpc/Command.h"
#include "tools/udpc/annotate/AnnotateText.h"
#include "tools/udpc/options/ColorOption.h"
#include "tools/udpc/options/FilterOptions.h"
#include "tools/udpc/output/Pager.h"
#include "tools/udpc/profiles/ProfileChoice.h"
#include "tools/udpc/profiles/ReadProfiles.h"
#include "tools/udpc/report/Report.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace udpc;

static Error report();
static Error diff();

static Command
    ReportCommand(Job::Events, "report",
                  "Show what profiles hold: the newest, or those given", report,
                  Command::WithoutName);
static Command DiffCommand(ReportCommand, "diff",
                           "Compare two profiles, the old and the new", diff);

#define FOR_BOTH ReportCommand, DiffCommand

static cl::list<std::string> Inputs(cl::Positional, cl::desc("[profile...]"),
                                    FOR_BOTH);
static cl::opt<std::string>
    Output("o", cl::desc("Write here instead of standard output"),
           cl::value_desc("file"), FOR_BOTH);
static cl::opt<bool> Sites("sites", cl::desc("One line a site"), FOR_BOTH);
static cl::opt<bool>
    Threads("threads", cl::desc("One line an event and thread"), ReportCommand);
static cl::opt<bool>
    Modules("modules", cl::desc("One line an event and module"), ReportCommand);
static cl::opt<bool> Source("source", cl::desc("Counts beside the source"),
                            ReportCommand);
static cl::opt<bool> Json("json", cl::desc("As JSON (docs/report.md)"),
                          FOR_BOTH);
static cl::opt<bool> Csv("csv",
                         cl::desc("As CSV, one line a site; with "
                                  "--threads, an event and thread"),
                         FOR_BOTH);
static FilterOptions Filters(ReportCommand, &DiffCommand);
static ColorOption Color(ReportCommand, &DiffCommand);
static cl::opt<uint64_t> Least("least",
                               cl::desc("Leave out rows that count less"),
                               cl::value_desc("count"), FOR_BOTH);
static cl::opt<std::string> Sort("sort",
                                 cl::desc("Sort by these columns: count,place"),
                                 cl::value_desc("a,b"), FOR_BOTH);
static cl::opt<unsigned> Limit("limit", cl::desc("Only the first rows"),
                               cl::value_desc("rows"), FOR_BOTH);
static cl::opt<unsigned>
    Context("context", cl::desc("--source: lines around those counted [8]"),
            cl::value_desc("lines"), cl::init(8), ReportCommand);
static cl::list<std::string>
    Folders("I", cl::Prefix, cl::desc("--source: look for sources here too"),
            cl::value_desc("folder"), ReportCommand);

/// Fails if options are incompatible.
static Error checkOptions(StringRef Command) {
  bool InOrder = !Sort.empty() || Limit.getNumOccurrences();
  if (InOrder && (Json || Csv || Source))
    return createStringError(Command +
                             ": --sort and --limit are for tables; leave out " +
                             (Json  ? "--json"
                              : Csv ? "--csv"
                                    : "--source"));
  if (Json + Csv + Source > 1)
    return createStringError(Command + ": choose one of --json, --csv and "
                                       "--source");
  if (Source && (Sites || Threads || Modules))
    return createStringError(Command +
                             ": --source shows all sites at their "
                             "lines; leave out " +
                             (Sites     ? "--sites"
                              : Threads ? "--threads"
                                        : "--modules"));
  if (Csv && Modules + Threads + Sites > 1)
    return createStringError(Command + ": --csv: choose one of --sites, "
                                       "--threads and --modules");
  if (Csv && Modules)
    return createStringError(Command + ": --modules: CSV has no modules; leave "
                                       "out --csv or use --json");
  if (Limit.getNumOccurrences() && !Limit)
    return createStringError(Command + ": --limit: a number from 1 is needed");
  return Error::success();
}

namespace {
/// A profile's report, and the part that the filter selects.
struct Reports {
  EventReport All, Selected;
};
} // namespace

static Expected<Reports> reportsOf(ArrayRef<std::string> Files,
                                   const EventFilter &Filter) {
  Expected<ProfileSum> Sum = readProfiles(Files, ProfilePart::Events);
  if (!Sum)
    return Sum.takeError();
  const EventProfile &Profile = *Sum->get<EventProfile>();
  Reports R;
  R.All = EventReport::compute(Profile);
  R.Selected = Filter.apply(Profile, R.All);
  return R;
}

static ReportOptions tableOptions(const EventFilter &Filter) {
  ReportOptions Options;
  Options.Sites = Sites;
  Options.Threads = Threads;
  Options.Modules = Modules;
  Options.Shares = Filter.choosesRows();
  Options.Sort = Sort;
  if (Limit)
    Options.Limit = Limit;
  Options.Least = Least;
  return Options;
}

/// Prints a note about omitted rows.
static void noteLeftOut(const LeftOut &Left) {
  if (Left.Small)
    WithColor::note(errs(), "udpc")
        << Left.Small << (Left.Small == 1 ? " row counts" : " rows count")
        << " less than " << Least << " (--least)\n";
  if (Left.Late)
    WithColor::note(errs(), "udpc")
        << "the first " << Left.Shown << " of " << Left.Shown + Left.Late
        << " rows (--limit)\n";
}

/// Removes rows that count less than --least; totals are unchanged.
static void dropSmallRows(EventReport &Report) {
  if (!Least)
    return;
  LeftOut Left;
  for (ReportEvent &E : Report.Events) {
    size_t Before = E.Rows.size();
    erase_if(E.Rows, [](const ReportRow &R) {
      return R.Count < 0 || static_cast<uint64_t>(R.Count) < Least;
    });
    Left.Small += Before - E.Rows.size();
  }
  erase_if(Report.Events, [](const ReportEvent &E) { return E.Rows.empty(); });
  noteLeftOut(Left);
}

static void printSource(raw_ostream &OS, const EventReport &Report,
                        const EventReport &Whole, bool IsPart,
                        ArrayRef<std::string> Profiles) {
  CostSheet Sheet = eventSheet(Report, Whole);
  AnnotationOptions Options;
  append_range(Options.Show, seq<size_t>(0, Sheet.numEvents()));
  Options.Order.Sort = Options.Show;
  Options.Order.Threshold = 0;
  Options.Sources.Context = Context;
  Options.Sources.Folders.assign(Folders.begin(), Folders.end());
  for (const std::string &Path : Profiles) {
    sys::fs::file_status Status;
    if (!sys::fs::status(Path, Status))
      Options.Sources.Profiles.push_back(
          {Path, Status.getLastModificationTime()});
  }
  // compute() fails only for files named by the user; here none are.
  Annotation A =
      cantFail(Annotation::compute(std::move(Sheet), std::move(Options)));
  AnnotateTextOptions Text;
  Text.Profiles = Profiles.vec();
  Text.Files = Text.Functions = false;
  if (IsPart || Least)
    Text.TotalName = "what is shown of the program";
  printAnnotation(OS, A, Text);
}

/// Returns why an entry has no sites.
static std::string whyUnmatched(const UnmatchedEntry &U) {
  if (!(U.Flags & abi::RefusedEntry))
    return ("matched nothing in the program" + unmatchedHint(U.Flags)).str();
  unsigned Reason = (U.Flags & abi::RefusalMask) >> abi::RefusalShift;
  if (Reason >= NumSiteRefusals)
    return "is not counted";
  return ("is not counted: " + describe(static_cast<SiteRefusal>(Reason)))
      .str();
}

static void warnOfUnmatched(const EventReport &Report) {
  for (const UnmatchedEntry &U : Report.Unmatched)
    WithColor::warning(errs(), "udpc")
        << shownText(U.SpecFile) << ":" << U.SpecLine << ": event '"
        << shownText(U.Event) << "': " << kindWord(U.Kind) << " \""
        << shownText(U.Pattern) << "\" " << whyUnmatched(U) << '\n';
}

/// Warns about saturated counts, once for each event; \p Said collects those.
static void warnOfOverflow(const EventReport &Report, StringSet<> &Said) {
  for (const ReportEvent &E : Report.Events)
    if (E.overflowed() && Said.insert(E.Name).second)
      WithColor::warning(errs(), "udpc")
          << "event '" << shownText(E.Name) << "' has counts beyond "
          << INT64_MAX << "; they are shown as that number\n";
}

/// Calls \p Print, which prints a table, on standard output or the file of -o.
static Error
printTableTo(function_ref<Expected<LeftOut>(raw_ostream &)> Print) {
  LeftOut Left;
  if (Error E = printPaged(Output, [&](raw_ostream &OS) -> Error {
        return Print(OS).moveInto(Left);
      }))
    return E;
  noteLeftOut(Left);
  return Error::success();
}

static Error report() {
  if (Error E = checkOptions("report"))
    return E;
  Expected<EventFilter> Filter = Filters.filter();
  if (!Filter)
    return Filter.takeError();
  Expected<std::vector<std::string>> Files =
      chooseProfiles(Inputs, ProfileSearch::Events);
  if (!Files)
    return Files.takeError();
  Expected<Reports> Both = reportsOf(*Files, *Filter);
  if (!Both)
    return Both.takeError();
  auto &[All, Report] = *Both;
  if (Report.Events.empty() && !All.Events.empty())
    return Filter->nothingMatches(All);
  warnOfUnmatched(Report);
  StringSet<> Said;
  warnOfOverflow(Report, Said);
  if (Json || Csv || Source)
    dropSmallRows(Report);
  if (Source && Report.Events.empty())
    return createStringError("report --source: there is nothing to show");
  if (!Json && !Csv && !Source)
    return printTableTo([&, &Report = Report](raw_ostream &OS) {
      return printTable(OS, Report, tableOptions(*Filter));
    });
  return printPaged(Output, [&, &All = All, &Report = Report](raw_ostream &OS) {
    if (Json)
      printJson(OS, Report);
    else if (Csv && Threads)
      printThreadsCsv(OS, Report);
    else if (Csv)
      printCsv(OS, Report);
    else
      printSource(OS, Report, All, Filter->choosesRows(), *Files);
    return Error::success();
  });
}

static Error diff() {
  if (Error E = checkOptions("diff"))
    return E;
  if (Inputs.size() != 2)
    return createStringError("diff: name two profiles, the old and the new");
  Expected<EventFilter> Filter = Filters.filter();
  if (!Filter)
    return Filter.takeError();
  Expected<Reports> OfOld = reportsOf({Inputs[0]}, *Filter);
  if (!OfOld)
    return OfOld.takeError();
  Expected<Reports> OfNew = reportsOf({Inputs[1]}, *Filter);
  if (!OfNew)
    return OfNew.takeError();
  const EventReport &Old = OfOld->Selected, &New = OfNew->Selected;
  // Includes events and rows of only one profile.
  EventReport All = OfNew->All;
  append_range(All.Events, OfOld->All.Events);
  if (Old.Events.empty() && New.Events.empty() && !All.Events.empty())
    return Filter->nothingMatches(All);
  StringSet<> Said;
  warnOfOverflow(Old, Said);
  warnOfOverflow(New, Said);
  ReportOptions Options = tableOptions(*Filter);
  if (!Json && !Csv)
    return printTableTo(
        [&](raw_ostream &OS) { return printDiff(OS, Old, New, Options); });
  return printPaged(Output, [&](raw_ostream &OS) {
    if (Json)
      printDiffJson(OS, Old, New, Options);
    else
      printDiffCsv(OS, Old, New, Options);
    return Error::success();
  });
}
