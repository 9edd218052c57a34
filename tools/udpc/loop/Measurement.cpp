//===- Measurement.cpp - Runs builds alternately --------------------------===//

#include "tools/udpc/loop/Measurement.h"
#include "tools/udpc/output/Progress.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"

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

Expected<double> Measurement::run(StringRef Build) {
  if (Error E = Programs.place(Build))
    return std::move(E);
  Expected<ChildTimes> Times = child({});
  if (!Times)
    return Times.takeError();
  auto Buffer = MemoryBuffer::getFile(outputFile());
  if (!Buffer)
    return createStringError(outputFile() + ": " + Buffer.getError().message());
  std::string Output = (*Buffer)->getBuffer().str();
  double Value = 0;
  switch (Options.What) {
  case MeasureOptions::Cpu:
    Value = Times->Cpu;
    break;
  case MeasureOptions::User:
    Value = Times->User;
    break;
  case MeasureOptions::Wall:
    Value = Times->Wall;
    break;
  case MeasureOptions::FromOutput: {
    SmallVector<StringRef, 4> Groups;
    if (!Regex(Options.Regex, Regex::Newline).match(Output, &Groups))
      return createStringError("--metric-from-output: nothing in what the run "
                               "prints (" +
                               outputFile() + ") matches " + Options.Regex);
    StringRef Number = Groups.size() > 1 ? Groups[1] : Groups[0];
    if (Number.trim().getAsDouble(Value))
      return createStringError("--metric-from-output: '" + Number +
                               "' is no number: put a group, ([0-9.]+), "
                               "around it");
    // The number may change, other output must not.
    Output.erase(Number.data() - Output.data(), Number.size());
    break;
  }
  }
  if (Error E = checkOutput(Build, Output))
    return std::move(E);
  if (!(Value > 0))
    return createStringError("the run is too short to be measured (" +
                             std::to_string(Value) + "); let it do more");
  return Options.MoreIsBetter ? 1 / Value : Value;
}

Error Measurement::setReference(StringRef Build) {
  for (int I = 0; I != 2; ++I)
    if (Error E = run(Build).takeError())
      return E;
  HasRun.insert(Build);
  return Error::success();
}

Expected<Comparison> Measurement::compare(StringRef Before, StringRef After,
                                          StringRef What) {
  Comparison Result;
  // Equal code, also if hints result in no prefetch.
  if (Programs.codeHash(Before) == Programs.codeHash(After))
    return Result;
  MeasurePlan Plan(Options.Rounds, Options.MinGain);
  PairedRatios Pairs;
  Progress P(What);
  for (StringRef Build : {Before, After})
    if (HasRun.insert(Build).second)
      if (Error E = run(Build).takeError())
        return std::move(E);
  while (true) {
    P.show("pair " + Twine(Pairs.size() + 1) + " of up to " +
           Twine(std::max(Options.Rounds, MeasurePlan::MinRounds)));
    // The order alternates, so that it has no effect on the result.
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
