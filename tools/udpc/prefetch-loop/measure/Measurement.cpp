//===- Measurement.cpp - Runs builds alternately --------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/measure/Measurement.h"
#include "profdata/support/WholeFile.h"
#include "tools/udpc/output/Progress.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

Expected<ChildTimes> Measurement::child(
    std::vector<std::pair<std::string, std::string>> Environment) {
  ++NumRuns;
  Expected<ChildTimes> Times =
      runChild({Command, std::move(Environment), outputFile(), logFile()});
  if (!Times)
    return createStringError("the run command (" + commandText(Command) + ") " +
                             toString(Times.takeError()) +
                             "; its output is in " + logFile());
  return Times;
}

Error Measurement::runOnce(
    std::vector<std::pair<std::string, std::string>> Environment) {
  return child(std::move(Environment)).takeError();
}

static size_t firstDifferentLine(StringRef A, StringRef B) {
  size_t Line = 1, Length = std::min(A.size(), B.size());
  for (size_t I = 0; I != Length && A[I] == B[I]; ++I)
    Line += A[I] == '\n';
  return Line;
}

Error Measurement::checkOutput(StringRef Build, StringRef Output) {
  if (!Options.ComparesOutput)
    return Error::success();
  if (ReferenceBuild.empty()) {
    ReferenceBuild = Build.str();
    Reference = Output.str();
    return Error::success();
  }
  if (Output == Reference)
    return Error::success();
  std::string Line = utostr(firstDifferentLine(Reference, Output));
  if (Build == ReferenceBuild)
    return createStringError(
        "two runs of the same program print different things (line " + Line +
        "): give --ignore-output, or let the run print nothing that changes");
  return createStringError(
      "the program prints something else with hints (line " + Line +
      "): prefetches cannot do that, so look whether the build command makes "
      "the same program each time; --ignore-output does not compare");
}

Error Measurement::choose() {
  if (Options.What != MeasureOptions::Best &&
      Options.What != MeasureOptions::Cycles)
    return Error::success();
  Expected<CycleCounter> Counter = CycleCounter::cycles();
  if (Counter) {
    Cycles.emplace(std::move(*Counter));
    Options.What = MeasureOptions::Cycles;
    return Error::success();
  }
  if (Options.What == MeasureOptions::Cycles)
    return createStringError("--time cycles: the system counts no cycles for "
                             "us (" +
                             toString(Counter.takeError()) +
                             "): choose --time cpu");
  consumeError(Counter.takeError());
  Options.What = MeasureOptions::Cpu;
  return Error::success();
}

StringRef Measurement::figureWord() const {
  switch (Options.What) {
  case MeasureOptions::Cycles:
    return "cycles";
  case MeasureOptions::Wall:
    return "wall";
  case MeasureOptions::FromOutput:
    return "output";
  case MeasureOptions::Best:
  case MeasureOptions::Cpu:
    break;
  }
  return "cpu";
}

/// Removes the number from \p Output and returns it. It may change between
/// runs, unlike the rest of the output.
static Expected<double> takeNumber(std::string &Output, StringRef Pattern,
                                   StringRef File) {
  SmallVector<StringRef, 4> Groups;
  if (!Regex(Pattern, Regex::Newline).match(Output, &Groups))
    return createStringError("--metric-from-output: nothing in what the run "
                             "prints (" +
                             File + ") matches " + Pattern);
  StringRef Number = Groups.size() > 1 ? Groups[1] : Groups[0];
  double Value = 0;
  if (Number.trim().getAsDouble(Value))
    return createStringError("--metric-from-output: '" + Number +
                             "' is no number: put a group, ([0-9.]+), "
                             "around it");
  Output.erase(Number.data() - Output.data(), Number.size());
  return Value;
}

Expected<double> Measurement::valueOf(const ChildTimes &Times, double Cycles,
                                      std::string &Output) {
  switch (Options.What) {
  case MeasureOptions::Cycles:
    return Cycles;
  case MeasureOptions::Wall:
    return Times.Wall;
  case MeasureOptions::FromOutput:
    return takeNumber(Output, Options.Regex, outputFile());
  case MeasureOptions::Best:
  case MeasureOptions::Cpu:
    break;
  }
  return Times.Cpu;
}

Expected<double>
Measurement::cyclesSince(const CycleCounter::Reading &Before) const {
  if (!Cycles)
    return 0.0;
  Expected<CycleCounter::Reading> Now = Cycles->read();
  return Now ? Now->since(Before) : Now.takeError();
}

Expected<double> Measurement::runNow(StringRef Build) {
  if (Error E = Programs.place(Build))
    return std::move(E);
  Expected<CycleCounter::Reading> Before =
      Cycles ? Cycles->read() : CycleCounter::Reading();
  if (!Before)
    return Before.takeError();
  Expected<ChildTimes> Times = child({});
  if (!Times)
    return Times.takeError();
  Expected<double> NumCycles = cyclesSince(*Before);
  if (!NumCycles)
    return NumCycles.takeError();
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = readWhole(outputFile());
  if (!Buffer)
    return Buffer.takeError();
  std::string Output = (*Buffer)->getBuffer().str();
  Expected<double> Value = valueOf(*Times, *NumCycles, Output);
  if (!Value)
    return Value.takeError();
  if (Error E = checkOutput(Build, Output))
    return std::move(E);
  if (!(*Value > 0))
    return createStringError("the run is too short to be measured (" +
                             std::to_string(*Value) + "); let it do more");
  if (!std::isfinite(*Value) || !std::isfinite(1 / *Value))
    return createStringError("what the run prints cannot be compared (" +
                             std::to_string(*Value) + ")");
  return Options.MoreIsBetter ? 1 / *Value : *Value;
}

Expected<double> Measurement::run(StringRef Build) {
  if (std::optional<double> Known = Journal.takeRun(Build)) {
    ++NumRuns;
    return *Known;
  }
  auto Start = std::chrono::steady_clock::now();
  Expected<double> Value = runNow(Build);
  if (!Value)
    return Value.takeError();
  std::chrono::duration<double> Taken =
      std::chrono::steady_clock::now() - Start;
  if (Error E = Journal.addRun(Build, *Value, Taken.count()))
    return std::move(E);
  return *Value;
}

Error Measurement::setReference(StringRef Build) {
  for (int I = 0; I != 2; ++I)
    if (Error E = runNow(Build).takeError())
      return E;
  HasRun.insert(Build);
  return Error::success();
}

/// Pairs of runs that measure the noise. Fewer give too rough an estimate, and
/// more improve it little.
static constexpr size_t LeastNoisePairs = 4, MostNoisePairs = 12;

Expected<Noise> Measurement::noise(StringRef Build, size_t NumPairs,
                                   double Gain) {
  Noise Result;
  double Confidence = MeasurePlan(Options.Rounds, Gain).confidence();
  Progress P("prefetch-loop: the noise");
  while (Result.size() < LeastNoisePairs ||
         (Result.size() < MostNoisePairs &&
          Result.leastGain(NumPairs, Confidence) > Gain)) {
    P.show("pair " + Twine(Result.size() + 1));
    Expected<double> First = run(Build);
    if (!First)
      return First.takeError();
    Expected<double> Second = run(Build);
    if (!Second)
      return Second.takeError();
    Result.add(*First, *Second);
  }
  return Result;
}

std::string Measurement::timeLeft() const {
  if (!TimeBudget)
    return "";
  int Left = std::max(0.0, TimeBudget - Journal.spent());
  return (", " + Twine(Left) + " of " + Twine(int(TimeBudget)) + " s left")
      .str();
}

Expected<BuildComparison> Measurement::compare(StringRef Before,
                                               StringRef After, unsigned Rounds,
                                               StringRef What) {
  BuildComparison Result;
  // The code is equal, also if hints result in no prefetch.
  if (Programs.codeHash(Before) == Programs.codeHash(After))
    return Result;
  MeasurePlan Plan(Rounds, Options.MinGain);
  PairedRatios Pairs;
  Progress P(What);
  for (StringRef Build : {Before, After})
    if (HasRun.insert(Build).second)
      if (Error E = run(Build).takeError())
        return std::move(E);
  while (true) {
    P.show("pair " + Twine(Pairs.size() + 1) + " of up to " +
           Twine(std::max(Rounds, MeasurePlan::MinRounds)) + timeLeft());
    // The order alternates, so that it does not bias the result.
    bool AfterFirst = Pairs.size() % 2;
    Expected<double> First = run(AfterFirst ? After : Before);
    if (!First)
      return First.takeError();
    Expected<double> Second = run(AfterFirst ? Before : After);
    if (!Second)
      return Second.takeError();
    Pairs.add(AfterFirst ? *Second : *First, AfterFirst ? *First : *Second);
    Result.NumPairs = Pairs.size();
    if (!Plan.isLook(Pairs.size()))
      continue;
    Result.Gain = Pairs.speedUp(Plan.confidence());
    Result.Shown = Plan.effect(Result.Gain);
    if (Plan.isEnough(Result.Gain) || Plan.isLast(Pairs.size()))
      return Result;
  }
}
