//===- PrefetchLoopCommand.cpp - udpc prefetch-loop -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/Command.h"
#include "tools/udpc/output/Output.h"
#include "tools/udpc/output/Progress.h"
#include "tools/udpc/prefetch-loop/Loop.h"
#include "tools/udpc/recommend/MissProfile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static Error run();
static int takeLoopCommands(int argc, char **argv);

static Command
    PrefetchLoopCommand(Job::Prefetches, "prefetch-loop",
                        "Find the prefetch hints that pay (docs/prefetch.md)",
                        run, Command::WithName, /*ErrorStatus=*/1,
                        takeLoopCommands);

/// Positional arguments before the first "--", which are not allowed.
static cl::list<std::string>
    Stray(cl::Positional, cl::desc("-- <build command> -- <run command>"),
          PrefetchLoopCommand);
static cl::list<std::string>
    Programs("program",
             cl::desc("A file that the build makes and that the run uses; "
                      "default: the first one that the run command names"),
             cl::value_desc("file"), PrefetchLoopCommand);
static cl::list<std::string>
    HintFiles("hints", cl::desc("Begin with these hints, not with a profile"),
              cl::value_desc("file"), PrefetchLoopCommand);
static cl::list<std::string>
    Profiles("profile",
             cl::desc("Begin with this cache profile, do not make one"),
             cl::value_desc("file"), PrefetchLoopCommand);
static cl::opt<std::string>
    Output("o", cl::desc("Write the hints that pay here (hints.afdo)"),
           cl::value_desc("file"), cl::init("hints.afdo"), PrefetchLoopCommand);
static cl::opt<std::string>
    Work("work",
         cl::desc("Folder for copies and logs, where an interrupted loop goes "
                  "on (udpc-loop)"),
         cl::value_desc("folder"), cl::init("udpc-loop"), PrefetchLoopCommand);
static cl::opt<bool> Keep("keep", cl::desc("Leave the work folder at the end"),
                          PrefetchLoopCommand);
static cl::opt<unsigned>
    Rounds("rounds", cl::desc("Most pairs of runs of a comparison (64)"),
           cl::value_desc("n"), cl::init(64), PrefetchLoopCommand);
static cl::opt<double> TimeBudget(
    "time-budget",
    cl::desc("Of the whole loop (60, or that of 240 runs or 20 builds)"),
    cl::value_desc("seconds"), PrefetchLoopCommand);
static cl::opt<double>
    MaxNoise("max-noise",
             cl::desc("Refuse to decide if such a gain could not be shown (5)"),
             cl::value_desc("percent"), cl::init(5.0), PrefetchLoopCommand);
static cl::opt<std::string>
    LogFile("log", cl::desc("Record everything tried here, as JSON lines"),
            cl::value_desc("file"), PrefetchLoopCommand);
static cl::opt<std::string>
    CalibrationFile("calibration",
                    cl::desc("What `udpc calibrate` measured, or \"default\""),
                    cl::value_desc("file"), PrefetchLoopCommand);
static cl::opt<double> MinGain("min-gain",
                               cl::desc("Hints that gain less are dropped (1)"),
                               cl::value_desc("percent"), cl::init(1.0),
                               PrefetchLoopCommand);
static cl::opt<MeasureOptions::Figure> Time(
    "time",
    cl::desc("What is measured (cycles if the system counts them, else cpu)"),
    cl::value_desc("cycles|cpu|wall"),
    cl::values(clEnumValN(MeasureOptions::Cycles, "cycles",
                          "the processor's cycles"),
               clEnumValN(MeasureOptions::Cpu, "cpu",
                          "processor time, user and system"),
               clEnumValN(MeasureOptions::Wall, "wall", "time on the clock")),
    cl::init(MeasureOptions::Best), PrefetchLoopCommand);
static cl::opt<std::string> FromOutput(
    "metric-from-output",
    cl::desc("Measure by a number that the run prints: the first group of "
             "this extended regular expression"),
    cl::value_desc("regex"), PrefetchLoopCommand);
static cl::opt<bool>
    MoreIsBetter("more-is-better",
                 cl::desc("That number is no time, but a rate"),
                 PrefetchLoopCommand);
static cl::opt<bool> IgnoreOutput(
    "ignore-output",
    cl::desc("What the run prints may change from one run to the next"),
    PrefetchLoopCommand);
static cl::opt<bool> Json("json", cl::desc("Report as JSON (docs/prefetch.md)"),
                          PrefetchLoopCommand);

/// Returns the arguments after the first "--".
static std::vector<std::string> &commandWords() {
  static std::vector<std::string> Words;
  return Words;
}

/// Removes the two commands from the command line before it is parsed, since
/// their arguments are not udpc's, including "@file" and "--".
static int takeLoopCommands(int argc, char **argv) {
  for (int I = 2; I < argc; ++I)
    if (StringRef(argv[I]) == "--") {
      commandWords().assign(argv + I, argv + argc);
      argv[I] = nullptr;
      return I;
    }
  return argc;
}

static Error takeCommands(LoopOptions &Options) {
  ArrayRef<std::string> Words(commandWords());
  auto *Second = Words.empty()
                     ? Words.end()
                     : std::find(Words.begin() + 1, Words.end(), "--");
  if (Second != Words.end()) {
    Options.Build.assign(Words.begin() + 1, Second);
    Options.Run.assign(Second + 1, Words.end());
  }
  if (Options.Build.empty() || Options.Run.empty() || !Stray.empty())
    return createStringError("give the commands to build and to run: udpc "
                             "prefetch-loop [options] -- <build command> -- "
                             "<run command>");
  return Error::success();
}

/// Fails if \p File, which is written after all measurements, is not writable.
static Error checkWritable(const std::string &File) {
  std::string Probe = File + ".udpc-loop";
  int Descriptor;
  // Do not follow a link that another user has left there.
  sys::fs::remove(Probe);
  std::error_code EC =
      sys::fs::openFileForWrite(Probe, Descriptor, sys::fs::CD_CreateNew);
  if (EC)
    return createStringError(File + ": " + EC.message());
  sys::Process::SafelyCloseFileDescriptor(Descriptor);
  sys::fs::remove(Probe);
  return Error::success();
}

static Expected<LoopOptions> optionsGiven() {
  LoopOptions Options;
  if (Error E = takeCommands(Options))
    return std::move(E);
  if (!HintFiles.empty() && !Profiles.empty())
    return createStringError("choose --hints or --profile");
  if (!FromOutput.empty() && Time.getNumOccurrences())
    return createStringError("choose --time or --metric-from-output");
  if (MoreIsBetter && FromOutput.empty())
    return createStringError("--more-is-better is for --metric-from-output");
  if (Rounds < MeasurePlan::MinRounds || Rounds > MeasurePlan::MaxRounds)
    return createStringError("--rounds: at least " +
                             Twine(MeasurePlan::MinRounds) +
                             ": from fewer pairs of runs nothing follows; at "
                             "most " +
                             Twine(MeasurePlan::MaxRounds));
  if (TimeBudget.getNumOccurrences() && !(TimeBudget > 0 && TimeBudget < 1e9))
    return createStringError("--time-budget: more than 0 seconds");
  if (!(MaxNoise > 0))
    return createStringError("--max-noise: more than 0 percent");
  if (!(MinGain >= 0 && MinGain <= 1000))
    return createStringError("--min-gain: 0 or more percent");
  std::string Message;
  if (!FromOutput.empty() && !Regex(FromOutput).isValid(Message))
    return createStringError("--metric-from-output: " + Message);
  // Check before measuring.
  SmallString<128> Folder(Output);
  sys::path::remove_filename(Folder);
  if (!Folder.empty() && !sys::fs::is_directory(Folder))
    return createStringError("-o " + Output + ": there is no folder " + Folder);
  if (sys::fs::is_directory(Output))
    return createStringError("-o " + Output + ": is a folder");
  if (Error E = checkWritable(Output))
    return createStringError("-o " + toString(std::move(E)));

  Options.Programs.assign(Programs.begin(), Programs.end());
  Options.HintFiles.assign(HintFiles.begin(), HintFiles.end());
  Options.Profiles.assign(Profiles.begin(), Profiles.end());
  Options.ReadProfiles = readMisses;
  Options.Work = Work;
  Options.KeepsWork = Keep;
  Options.Output = Output;
  Options.Log = LogFile;
  Options.Calibration = CalibrationFile;
  Options.TimeBudget = TimeBudget;
  Options.MaxNoise = MaxNoise / 100;
  MeasureOptions &M = Options.Measure;
  M.What = FromOutput.empty() ? Time : MeasureOptions::FromOutput;
  M.Regex = FromOutput;
  M.MoreIsBetter = MoreIsBetter;
  M.ComparesOutput = !IgnoreOutput;
  M.Rounds = Rounds;
  M.MinGain = MinGain / 100;
  return Options;
}

static Expected<LoopResult> runGivenLoop() {
  Expected<LoopOptions> Options = optionsGiven();
  if (!Options)
    return Options.takeError();
  return runLoop(*Options);
}

static Error run() {
  Expected<LoopResult> Result = runGivenLoop();
  if (!Result)
    return exitWith(wasInterrupted() ? 130 : 1, Result.takeError());
  Progress::clear();
  if (Json)
    printJson(outs(), *Result);
  else
    printText(outs(), *Result);
  if (Error E = finishStandardOutput())
    return exitWith(wasInterrupted() ? 130 : 1, std::move(E));
  return exitWith(Result->IsUndecided ? 1 : 0);
}
