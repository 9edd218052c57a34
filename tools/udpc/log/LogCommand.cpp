//===- LogCommand.cpp - udpc log ------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/support/ShownText.h"
#include "profdata/support/WholeFile.h"
#include "tools/udpc/Component.h"
#include "tools/udpc/log/view/CounterLogs.h"
#include "tools/udpc/log/view/LogView.h"
#include "tools/udpc/options/ColorOption.h"
#include "tools/udpc/output/Output.h"
#include "tools/udpc/output/Pager.h"
#include "udpc/amounts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static Error run();

static Command LogCommand(Job::Events, "log",
                          "Show rates over time, and what varies oddly", run);

static cl::list<std::string> Inputs(cl::Positional, cl::desc("<log>..."),
                                    LogCommand);
static cl::opt<std::string> Event("event",
                                  cl::desc("Only events whose name matches"),
                                  cl::value_desc("glob"), LogCommand);
static cl::opt<bool> Threads("threads",
                             cl::desc("Each thread, if the log has them"),
                             LogCommand);
static cl::opt<std::string>
    Step("step",
         cl::desc("Combine intervals to this length: 10s, 5m; 0: never"),
         cl::value_desc("time"), LogCommand);
static cl::opt<LogFormat> OutputFormat(
    "format", cl::desc("The output is"),
    cl::values(clEnumValN(LogFormat::Table, "table", "a table (default)"),
               clEnumValN(LogFormat::Csv, "csv", "CSV"),
               clEnumValN(LogFormat::Json, "json", "JSON")),
    cl::init(LogFormat::Table), LogCommand);
static cl::opt<std::string>
    Html("html", cl::desc("Write a page with charts to this file"),
         cl::value_desc("file"), LogCommand);
static cl::opt<bool>
    Check("check",
          cl::desc("Show only what varies oddly; exit status 1 if "
                   "something does, 2 on errors"),
          LogCommand);
static cl::opt<double>
    FalseAlarms("false-alarms",
                cl::desc("Findings of --check to expect in a quiet log [0.01]"),
                cl::value_desc("number"), cl::init(0.01), LogCommand);
static cl::opt<std::string>
    Least("least",
          cl::desc("Leave out findings of --check that change the rate by "
                   "less, as 5%"),
          cl::value_desc("percent"), LogCommand);
static cl::opt<unsigned>
    Skip("skip",
         cl::desc("Leave out so many intervals at the beginning of each run"),
         cl::value_desc("number"), LogCommand);
static cl::opt<std::string>
    Output("o", cl::desc("Write here instead of standard output"),
           cl::value_desc("file"), LogCommand);

static ColorOption Color(LogCommand);

/// Maximum number of rows of a table, by which intervals are combined unless
/// --step is given.
static constexpr uint64_t MostRows = 50;

static void warn(const Twine &Message) {
  WithColor::warning(errs(), "udpc") << shownMessage(Message) << '\n';
}

/// Warns about damaged parts of the log.
static void reportDamage(const Log &L) {
  constexpr size_t Most = 5;
  for (const LogDamage &D : ArrayRef(L.Damages).take_front(Most))
    warn(D.Size ? D.File + ": " + Twine(D.Size) + " bytes at offset " +
                      Twine(D.Offset) + " are left out: " + D.What
                : D.File + ": left out: " + D.What);
  if (L.Damages.size() > Most)
    warn("and " + Twine(L.Damages.size() - Most) + " other places");
  for (const LogRun &R : L.Runs)
    if (R.NumMissing)
      warn("process " + Twine(R.Pid) + ": " + Twine(R.NumMissing) +
           " records are missing: they could not be written, were damaged or "
           "are in files that are not given");
  if (L.NumUnknown)
    warn(Twine(L.NumUnknown) + " records of unknown types are left out; a "
                               "newer udpc has written them");
}

/// Returns the glob of --event; none if all events match.
static Expected<std::optional<GlobPattern>> eventGlob() {
  if (Event.empty())
    return std::nullopt;
  Expected<GlobPattern> Glob = GlobPattern::create(Event);
  if (!Glob)
    return createStringError("--event: " + toString(Glob.takeError()));
  return std::move(*Glob);
}

static Expected<LogView> viewOf(const Log &L) {
  std::optional<GlobPattern> Glob;
  if (Error E = eventGlob().moveInto(Glob))
    return std::move(E);
  LogView View;
  bool HasThreads = false, HasEvents = false;
  for (const LogRun &Run : L.Runs) {
    ShownRun Shown;
    Shown.Run = &Run;
    for (size_t E = 0; E != Run.Events.size(); ++E)
      if (!Glob || Glob->match(Run.Events[E]))
        Shown.Events.push_back(E);
    HasEvents |= !Shown.Events.empty();
    Shown.Series.push_back(seriesOf(Run));
    if (Threads)
      append_range(Shown.Series, threadSeriesOf(Run));
    HasThreads |= Shown.Series.size() > 1;
    for (LogSeries &S : Shown.Series)
      S.Intervals.erase(S.Intervals.begin(),
                        S.Intervals.begin() +
                            std::min<size_t>(Skip, S.Intervals.size()));
    View.Runs.push_back(std::move(Shown));
  }
  if (Threads && !HasThreads)
    return createStringError("--threads: the log has no counts of threads; "
                             "UDPC_OPTIONS=log_threads=1 adds them");
  if (Glob && !HasEvents)
    return createStringError("--event: no event matches '" + Event + "'");
  return std::move(View);
}

//===----------------------------------------------------------------------===//
// --check
//===----------------------------------------------------------------------===//

namespace {
/// The intervals of a series to check.
struct CheckedSeries {
  const ShownRun *Run;
  const LogSeries *Series;
  std::vector<LogInterval> Intervals;
};
} // namespace

static std::vector<CheckedSeries> seriesToCheck(const LogView &View) {
  std::vector<CheckedSeries> Result;
  for (const ShownRun &R : View.Runs)
    for (const LogSeries &S : R.Series) {
      std::vector<LogInterval> Intervals = regularIntervals(S.Intervals);
      if (Intervals.size() >= LeastIntervals)
        Result.push_back({&R, &S, std::move(Intervals)});
    }
  return Result;
}

static void findAnomaliesOf(LogView &View, double LeastChange) {
  std::vector<CheckedSeries> Checked = seriesToCheck(View);
  LogCheckOptions Options;
  Options.FalseAlarms = FalseAlarms;
  Options.LeastChange = LeastChange;
  for (const CheckedSeries &C : Checked)
    Options.NumIntervals += C.Intervals.size() * C.Run->Events.size();
  for (const CheckedSeries &C : Checked)
    for (size_t E : C.Run->Events) {
      std::vector<IntervalCount> Counts;
      std::vector<const LogInterval *> Intervals;
      for (const LogInterval &I : C.Intervals)
        if (I.rate(E)) {
          Intervals.push_back(&I);
          Counts.push_back({double(I.change(E)), double(I.Covered) / 1e9});
        }
      for (const Anomaly &Change : findAnomalies(Counts, Options))
        View.Findings.push_back({C.Run, C.Series, E, Change,
                                 Intervals[Change.First]->Begin,
                                 Intervals[Change.Last]->End});
    }
  if (!Options.NumIntervals)
    warn("log: nothing is checked: fewer than " + Twine(LeastIntervals) +
         " intervals");
}

/// Returns the value of --least.
static Expected<double> leastChange() {
  double Percent = 0;
  StringRef Text = Least;
  if (Text.empty())
    return 0;
  if (!Text.consume_back("%") || Text.getAsDouble(Percent) ||
      !(Percent >= 0 && Percent <= 1e9))
    return createStringError("--least: '" + Least +
                             "' must be a percentage, as 5%, 0.1%, 300% are");
  return Percent / 100;
}

//===----------------------------------------------------------------------===//
// The command
//===----------------------------------------------------------------------===//

/// Returns the length of a row in nanoseconds.
static Expected<uint64_t> stepOf(const LogView &View) {
  uint64_t Length = 0;
  if (Step == "0")
    return 0;
  if (!Step.empty()) {
    if (!amounts::parseDuration(Step.c_str(), Length))
      return createStringError(
          "--step: '" + Step +
          "' must be 0 or between 1us and 36500d, as 10s, 5m, 1h are");
    return Length;
  }
  if (OutputFormat != LogFormat::Table)
    return 0;
  for (const ShownRun &R : View.Runs)
    for (const LogSeries &S : R.Series)
      if (S.Intervals.size() > MostRows)
        Length = std::max(Length,
                          (S.Intervals.back().End - S.Intervals.front().Begin) /
                              MostRows);
  if (Length)
    errs() << "udpc: rows combine " << secondsText(Length)
           << " s or more; --step=0 shows each interval\n";
  return Length;
}

static Error print(const LogView &View, raw_ostream &OS) {
  if (Check) {
    switch (OutputFormat) {
    case LogFormat::Table:
      printFindings(OS, View);
      break;
    case LogFormat::Csv:
      printFindingsCsv(OS, View);
      break;
    case LogFormat::Json:
      printFindingsJson(OS, View);
      break;
    }
    return Error::success();
  }
  Expected<uint64_t> Length = stepOf(View);
  if (!Length)
    return Length.takeError();
  switch (OutputFormat) {
  case LogFormat::Table:
    printLogTable(OS, View, *Length);
    break;
  case LogFormat::Csv:
    printLogCsv(OS, View, *Length);
    break;
  case LogFormat::Json:
    printLogJson(OS, View, *Length);
    break;
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Logs of the 64 counters
//===----------------------------------------------------------------------===//

/// Prints the inputs if they are counter logs. Returns whether they are.
static Expected<bool> printInputsAsCounterLogs() {
  if (!PrintCounterLogs) {
    // A stream can be read only once, so the component's program reads it.
    const std::string &First = Inputs.front();
    const bool IsStream =
        sys::fs::exists(First) && !sys::fs::is_regular_file(First);
    if (!(IsStream && isInstalled(Component::Machine))) {
      auto Buffer = readText(First, Log::isCounterLog);
      if (!Buffer ||
          !Log::isCounterLog((*Buffer)->getBuffer().take_front(4096))) {
        consumeError(Buffer.takeError());
        return false;
      }
    }
    return continueIn(Component::Machine, First + ": a log of the 64 counters");
  }
  CounterLogRequest Request;
  Request.Files = Inputs;
  Request.Format = OutputFormat;
  if (Error E = eventGlob().moveInto(Request.Event))
    return std::move(E);
  Request.Skip = Skip;
  Request.Html = Html;
  Request.Output = Output;
  Request.HasOtherOptions = Check || Threads || !Step.empty() || !Least.empty();
  return PrintCounterLogs(Request);
}

/// Returns whether something is odd.
static Expected<bool> showLogs() {
  if (Inputs.empty())
    return createStringError("name the files of a log (udpc.*.log)");
  if (!(FalseAlarms > 0 && FalseAlarms <= 1e6))
    return createStringError("--false-alarms: a number above 0 is needed");
  Expected<double> LeastChange = leastChange();
  if (!LeastChange)
    return LeastChange.takeError();
  Expected<bool> IsPrinted = printInputsAsCounterLogs();
  if (!IsPrinted)
    return IsPrinted.takeError();
  if (*IsPrinted)
    return false;
  Expected<Log> L = Log::read(Inputs);
  if (!L)
    return L.takeError();
  reportDamage(*L);
  Expected<LogView> View = viewOf(*L);
  if (!View)
    return View.takeError();
  if (Check || !Html.empty())
    findAnomaliesOf(*View, *LeastChange);
  if (!Html.empty())
    if (Error E = printTo(Html, [&](raw_ostream &OS) {
          printLogPage(OS, *View);
          return Error::success();
        }))
      return std::move(E);
  if (Html.empty() || Check || !Output.empty())
    if (Error E = printPaged(Output,
                             [&](raw_ostream &OS) { return print(*View, OS); }))
      return std::move(E);
  return Check && !View->Findings.empty();
}

static Error run() {
  Expected<bool> HasAnomalies = showLogs();
  if (!HasAnomalies)
    return exitWith(Check ? 2 : 1, HasAnomalies.takeError());
  return exitWith(*HasAnomalies ? 1 : 0);
}
