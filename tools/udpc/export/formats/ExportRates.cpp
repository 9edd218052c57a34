//===- ExportRates.cpp - Formats with rates -------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/export/formats/ExportRates.h"
#include "profdata/log/LogIntervals.h"
#include "tools/udpc/log/view/LogView.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace udpc;

namespace {
/// Writes the elements of "traceEvents".
class TraceWriter {
public:
  TraceWriter(json::OStream &J, const LogRun &Run) : J(J), Run(Run) {}

  void name();
  /// Sets the value of a track from \p Time on.
  void value(const std::string &Track, uint64_t Time, json::Value Value);
  void series(const LogSeries &S, const EventFilter &Filter);

private:
  json::OStream &J;
  const LogRun &Run;
};
} // namespace

void TraceWriter::name() {
  J.object([&] {
    J.attribute("ph", "M");
    J.attribute("name", "process_name");
    J.attribute("pid", Run.Pid);
    J.attributeObject("args",
                      [&] { J.attribute("name", json::fixUTF8(Run.Program)); });
  });
}

void TraceWriter::value(const std::string &Track, uint64_t Time,
                        json::Value Value) {
  // Time in microseconds, with all digits of the nanoseconds.
  std::string Text;
  raw_string_ostream(Text) << Time / 1000
                           << format(".%03u", unsigned(Time % 1000));
  J.object([&] {
    J.attribute("ph", "C");
    J.attribute("name", json::fixUTF8(Track));
    J.attribute("pid", Run.Pid);
    J.attributeBegin("ts");
    J.rawValue(Text);
    J.attributeEnd();
    J.attributeObject("args", [&] { J.attribute("value", std::move(Value)); });
  });
}

void TraceWriter::series(const LogSeries &S, const EventFilter &Filter) {
  std::string Suffix = "/s";
  if (S.Thread)
    Suffix += ", thread " + threadText(S.Thread);
  for (size_t E = 0; E != Run.Events.size(); ++E) {
    if (!Filter.matchesEvent(Run.Events[E]))
      continue;
    const LogInterval *Last = nullptr;
    for (const LogInterval &I : S.Intervals) {
      if (std::optional<double> Rate = I.rate(E))
        value(Run.Events[E] + Suffix, I.Begin, *Rate);
      Last = &I;
    }
    if (Last)
      value(Run.Events[E] + Suffix, Last->End, 0);
  }
}

/// Returns the series of \p Run to write.
static std::vector<LogSeries> chosenSeries(const LogRun &Run,
                                           std::optional<uint32_t> Thread) {
  if (!Thread)
    return {seriesOf(Run)};
  std::vector<LogSeries> Series = threadSeriesOf(Run);
  erase_if(Series, [&](const LogSeries &S) { return S.Thread != Thread; });
  return Series;
}

Error udpc::exportPerfetto(const ExportInput &Input, raw_ostream &OS) {
  // Check all input first, so that nothing is written on errors.
  std::vector<std::vector<LogSeries>> Series;
  bool Any = false;
  for (const LogRun &Run : Input.Samples->Runs) {
    Series.push_back(chosenSeries(Run, Input.Thread));
    Any |= any_of(Series.back(),
                  [](const LogSeries &S) { return !S.Intervals.empty(); });
  }
  if (!Any)
    return createStringError(
        Input.Thread ? "--thread: the log has no counts of that thread; "
                       "UDPC_OPTIONS=log_threads=1 adds them"
                     : "the log has no snapshots");
  json::OStream J(OS);
  J.object([&] {
    J.attribute("displayTimeUnit", "ms");
    J.attributeArray("traceEvents", [&] {
      for (const auto &[Run, Each] : zip(Input.Samples->Runs, Series)) {
        TraceWriter W(J, Run);
        W.name();
        for (const LogSeries &S : Each)
          W.series(S, Input.Filter);
      }
    });
  });
  OS << '\n';
  return Error::success();
}
