//===- LogData.cpp - Prints logs as CSV and JSON --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/log/view/LogView.h"
#include "tools/udpc/output/Tables.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// Formats seconds since 1970, or of the monotonic clock if the time is
/// unknown.
static std::string epochText(const LogRun &Run, uint64_t Time) {
  uint64_t T = Run.WallTime ? Run.wallTime(Time) : Time;
  std::string Text;
  raw_string_ostream(Text) << T / 1000000000
                           << format(".%06u", unsigned(T / 1000 % 1000000));
  return Text;
}

/// Formats all significant digits.
static std::string number(double Value) {
  std::string Text;
  raw_string_ostream(Text) << format("%.12g", Value);
  return Text;
}

void udpc::printLogCsv(raw_ostream &OS, const LogView &View, uint64_t Step) {
  OS << "process,program,thread,begin,end,trigger,event,change,rate\n";
  for (const ShownRun &R : View.Runs)
    for (const LogSeries &S : R.Series)
      for (const LogInterval &I : combine(S.Intervals, Step))
        for (size_t E : R.Events) {
          OS << R.Run->Pid << ',' << csvField(R.Run->Program) << ','
             << threadText(S.Thread) << ',' << epochText(*R.Run, I.Begin) << ','
             << epochText(*R.Run, I.End) << ',' << triggerWord(I.Trigger) << ','
             << csvField(R.Run->Events[E]) << ',';
          // The change in an interval with a reset is unknown.
          if (std::optional<double> Rate = I.rate(E))
            OS << I.change(E) << ',' << number(*Rate);
          else
            OS << ',';
          OS << '\n';
        }
}

static void seriesAttributes(json::OStream &J, const LogSeries &S) {
  if (S.Thread)
    J.attribute("thread", *S.Thread == log::OtherThreads ? int64_t(-1)
                                                         : int64_t(*S.Thread));
}

static void timeAttribute(json::OStream &J, StringRef Name, const LogRun &Run,
                          uint64_t Time) {
  J.attributeBegin(Name);
  J.rawValue(epochText(Run, Time));
  J.attributeEnd();
}

static void runAttributes(json::OStream &J, const ShownRun &R) {
  const LogRun &Run = *R.Run;
  J.attribute("process", Run.Pid);
  J.attribute("program", json::fixUTF8(Run.Program));
  J.attribute("host", json::fixUTF8(Run.Host));
  J.attribute("command", json::fixUTF8(Run.Command));
  timeAttribute(J, "began", Run, Run.Began);
  J.attribute("ended", Run.HasEnded);
  J.attribute("missing", Run.NumMissing);
}

void udpc::printLogJson(raw_ostream &OS, const LogView &View, uint64_t Step) {
  json::OStream J(OS, 1);
  auto Interval = [&](const ShownRun &R, const LogInterval &I) {
    J.object([&] {
      timeAttribute(J, "begin", *R.Run, I.Begin);
      timeAttribute(J, "end", *R.Run, I.End);
      J.attribute("trigger", triggerWord(I.Trigger));
      if (!I.Covered)
        return J.attribute("reset", true);
      J.attributeArray("changes", [&] {
        for (size_t E : R.Events)
          J.value(I.rate(E) ? json::Value(I.change(E)) : nullptr);
      });
      J.attributeArray("rates", [&] {
        for (size_t E : R.Events)
          J.value(I.rate(E));
      });
    });
  };
  J.object([&] {
    J.attribute("version", 1);
    J.attributeArray("runs", [&] {
      for (const ShownRun &R : View.Runs)
        J.object([&] {
          runAttributes(J, R);
          J.attributeArray("events", [&] {
            for (size_t E : R.Events)
              J.value(json::fixUTF8(R.Run->Events[E]));
          });
          J.attributeArray("totals", [&] {
            for (size_t E : R.Events)
              J.value(R.Run->Snapshots.empty()
                          ? 0
                          : R.Run->Snapshots.back().count(E));
          });
          J.attributeArray("series", [&] {
            for (const LogSeries &S : R.Series)
              J.object([&] {
                seriesAttributes(J, S);
                J.attributeArray("intervals", [&] {
                  for (const LogInterval &I : combine(S.Intervals, Step))
                    Interval(R, I);
                });
              });
          });
        });
    });
  });
  OS << '\n';
}

void udpc::printFindingsCsv(raw_ostream &OS, const LogView &View) {
  OS << "process,thread,event,odd,begin,end,usual,rate\n";
  for (const Finding &F : View.Findings) {
    const LogRun &Run = *F.Run->Run;
    OS << Run.Pid << ',' << threadText(F.Series->Thread) << ','
       << csvField(Run.Events[F.Event]) << ',' << kindWord(F.Change.What) << ','
       << epochText(Run, F.Begin) << ',' << epochText(Run, F.End) << ','
       << number(F.Change.Usual) << ',' << number(F.Change.Rate) << '\n';
  }
}

void udpc::printFindingsJson(raw_ostream &OS, const LogView &View) {
  json::OStream J(OS, 1);
  J.object([&] {
    J.attribute("version", 1);
    J.attributeArray("findings", [&] {
      for (const Finding &F : View.Findings)
        J.object([&] {
          const LogRun &Run = *F.Run->Run;
          J.attribute("process", Run.Pid);
          seriesAttributes(J, *F.Series);
          J.attribute("event", json::fixUTF8(Run.Events[F.Event]));
          J.attribute("odd", kindWord(F.Change.What));
          timeAttribute(J, "begin", Run, F.Begin);
          timeAttribute(J, "end", Run, F.End);
          J.attribute("usual", F.Change.Usual);
          J.attribute("rate", F.Change.Rate);
        });
    });
  });
  OS << '\n';
}
