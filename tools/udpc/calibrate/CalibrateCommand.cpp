//===- CalibrateCommand.cpp - udpc calibrate ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/calibration/CalibrationFile.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/Command.h"
#include "tools/udpc/calibrate/CalibrationRun.h"
#include "tools/udpc/calibrate/CalibrationTable.h"
#include "tools/udpc/output/Output.h"
#include "tools/udpc/output/Progress.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static Error run();

static Command
    CalibrateCommand(Job::Prefetches, "calibrate",
                     "Measure caches and prefetches (docs/calibrate.md)", run);

static cl::opt<bool>
    Print("print", cl::desc("Show the calibration in use instead of measuring"),
          CalibrateCommand);
static cl::opt<bool> Json("json", cl::desc("As JSON"), CalibrateCommand);
static cl::opt<std::string>
    Output("o",
           cl::desc("Write the JSON here, not where other commands find it"),
           cl::value_desc("file"), CalibrateCommand);
static cl::opt<double> Seconds("seconds",
                               cl::desc("How long to measure (default 40)"),
                               cl::init(CalibrationPlan().Seconds),
                               cl::value_desc("N"), CalibrateCommand);
static cl::opt<unsigned>
    Megabytes("megabytes",
              cl::desc("Memory to measure in, used three times (default: four "
                       "times the last cache)"),
              cl::value_desc("N"), CalibrateCommand);
static cl::opt<bool>
    AcceptNoise("accept-noise",
                cl::desc("Keep the result even if the machine is busy"),
                CalibrateCommand);
static cl::opt<std::string>
    Given("calibration",
          cl::desc("--print: this calibration, or 'default': its family's"),
          cl::value_desc("file"), CalibrateCommand);

static Error checkOptions() {
  if (!(Seconds >= 0 && Seconds <= 86400))
    return createStringError("--seconds is 0 to 86400");
  if (Megabytes.getNumOccurrences() && (Megabytes < 4 || Megabytes > 1 << 20))
    return createStringError("--megabytes is 4 to 1048576");
  if (!Print && !Given.empty())
    return createStringError("--calibration is for --print");
  if (Print && (!Output.empty() || Seconds.getNumOccurrences() ||
                Megabytes.getNumOccurrences() || AcceptNoise))
    return createStringError("--print measures nothing, and has only --json "
                             "and --calibration");
  return Error::success();
}

static json::Array curveJson(ArrayRef<CurvePoint> Least,
                             ArrayRef<CurvePoint> Median) {
  json::Array Points;
  for (size_t I = 0; I != Least.size(); ++I)
    Points.push_back(json::Object{{"bytes", Least[I].X},
                                  {"ns", Least[I].Ns},
                                  {"median_ns", Median[I].Ns}});
  return Points;
}

/// Returns the calibration file with the measurements behind it.
static json::Value reportJson(const CalibrationReport &R) {
  json::Object Result = *calibrationJson(R.Result).getAsObject();
  Result["rounds"] = R.Rounds;
  Result["core"] = R.Cpu;
  Result["noise"] = R.Noise;
  Result["huge_pages"] = R.HasHugePages;
  Result["working_sets"] = curveJson(R.Least, R.Median);
  json::Array Strides;
  for (const StrideGain &G : R.Strides)
    Strides.push_back(json::Object{{"bytes", G.Stride}, {"gain", G.Gain}});
  Result["strides"] = std::move(Strides);
  Result["share_alone"] = R.ShareAlone;
  return Result;
}

static Error show(function_ref<void(raw_ostream &)> Text) {
  return printTo("-", [&](raw_ostream &OS) {
    Text(OS);
    return Error::success();
  });
}

static Error showInUse() {
  Expected<Calibration> C = calibrationInUse(Given);
  if (!C)
    return C.takeError();
  return show([&](raw_ostream &OS) {
    if (Json)
      OS << formatv("{0:2}", calibrationJson(*C)) << '\n';
    else
      printCalibration(OS, *C);
  });
}

static Expected<CalibrationReport> measure() {
  CalibrationPlan Plan;
  Plan.Seconds = Seconds;
  Plan.MostBytes = uint64_t(Megabytes) << 20;
  Progress P("measuring caches and prefetches");
  return calibrate(Plan, [&](double Done) { P.share(Done); });
}

/// Prints how the figures were measured and how reliable they are.
static void explain(raw_ostream &OS, const CalibrationReport &R) {
  OS << formatv("\n{0} rounds on core {1}; medians are {2:F0} % above "
                "minima\n",
                R.Rounds, R.Cpu, 100 * R.Noise);
  if (R.ShareAlone > R.Result.lastLevel().Share * 1.2)
    OS << formatv("others use LL, too: without them the share would be {0}\n",
                  bytesText(R.ShareAlone));
  if (!R.MeasuredBeyondL2)
    OS << "the share of LL is little more than L2: what prefetches beyond L2 "
          "gain is taken from the family\n";
  if (!R.HasHugePages)
    OS << "no huge pages: the latencies of large sizes have some TLB misses\n";
  if (!R.ReachesMemory)
    OS << "less than twice the last cache was measured: what lies beyond it is "
          "taken from the family\n";
}

static Error run() {
  if (Error E = checkOptions())
    return E;
  if (Print)
    return showInUse();
  Expected<CalibrationReport> R = measure();
  if (!R)
    return R.takeError();
  if (R->Noise > MostNoise && !AcceptNoise)
    return createStringError(
        formatv("the machine is too busy: medians are {0:F0} % above minima; "
                "try again when less runs on it, or --accept-noise",
                100 * R->Noise));
  std::string Path = Output.empty() ? calibrationPath(R->Result.What) : Output;
  if (Path.empty())
    return createStringError("neither XDG_CACHE_HOME nor HOME is set: name a "
                             "file with -o");
  if (Path != "-")
    if (Error E = writeCalibration(R->Result, Path))
      return E;
  return show([&](raw_ostream &OS) {
    if (Json || Path == "-") {
      OS << formatv("{0:2}", reportJson(*R)) << '\n';
      return;
    }
    printCalibration(OS, R->Result);
    explain(OS, *R);
    OS << "written to " << shownText(Path) << '\n';
  });
}
