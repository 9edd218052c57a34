//===- LogFuzzer.cpp - Any bytes as a log ---------------------------------===//
//
// Whatever is read can be shown and checked. Records behind damage are found:
// an intact record that is appended is read.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "profdata/log/LogCheck.h"
#include "profdata/log/LogIntervals.h"
#include "test/unit/profdata/log/LogBytes.h"

using namespace llvm;
using namespace udpc;

static void use(const LogRun &Run) {
  LogSeries Series = seriesOf(Run);
  std::vector<IntervalCount> Counts;
  for (const LogInterval &I : Series.Intervals) {
    require(I.Begin < I.End, "an interval without a length");
    require(I.Changes.size() <= Run.Events.size(), "an event without a name");
    if (I.Covered)
      Counts.push_back({double(I.change(0)), double(I.Covered) / 1e9});
  }
  size_t Next = 0;
  for (const Anomaly &O : findAnomalies(Counts, {})) {
    require(O.First >= Next && O.First <= O.Last && O.Last < Counts.size(),
            "odd stretches that overlap or are none");
    Next = O.Last + 1;
  }
  require(combine(Series.Intervals, 1000).size() <= Series.Intervals.size(),
          "more combined intervals than intervals");
  for (const LogSeries &S : threadSeriesOf(Run))
    require(!S.Intervals.empty(), "an empty series");
  for (const LogSample &S : Run.Samples)
    Run.moduleOf(S.Pc);
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::string Bytes = textOf(Data, Size).str();
  auto Read = Log::parse({MemoryBufferRef(Bytes, "l")});
  if (!Read) {
    std::string Message = toString(Read.takeError());
    require(StringRef(Message).starts_with("l: "), "an error without a file");
    return 0;
  }
  for (const LogRun &Run : Read->Runs)
    use(Run);
  LogBytes Added;
  Added.Pid = 0x7ffffff1;
  Added.snapshot(1, {5});
  auto More = Log::parse({MemoryBufferRef(Bytes + Added.Bytes, "l")});
  require(bool(More), "a record makes a log unreadable");
  require(any_of(More->Runs,
                 [](const LogRun &R) { return R.Pid == 0x7ffffff1; }),
          "the last record is not found");
  return 0;
}
