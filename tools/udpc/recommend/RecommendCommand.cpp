//===- RecommendCommand.cpp - udpc recommend ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/hints/HintFile.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/Command.h"
#include "tools/udpc/hints/HintTables.h"
#include "tools/udpc/output/Output.h"
#include "tools/udpc/output/Progress.h"
#include "tools/udpc/profiles/ProfileChoice.h"
#include "tools/udpc/recommend/MissProfile.h"
#include "tools/udpc/recommend/RecommendTables.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static Error run();

static Command RecommendCommand(
    Job::Prefetches, "recommend",
    "Make prefetch hints of cache profiles: the newest, or those "
    "given (docs/recommend.md)",
    run);

static const RecommendOptions Defaults;

static cl::list<std::string> Inputs(cl::Positional, cl::desc("[profile...]"),
                                    RecommendCommand);
static cl::opt<std::string> Output("o", cl::desc("Write the hints here"),
                                   cl::value_desc("file"), RecommendCommand);
static cl::opt<std::string> Form("format", cl::desc("Form of that file (text)"),
                                 cl::value_desc("text|binary|extbinary"),
                                 RecommendCommand);
static cl::opt<std::string>
    Csv("csv", cl::desc("Write them here as 0xPC,delta,type; with --binary"),
        cl::value_desc("file"), RecommendCommand);
static cl::opt<std::string>
    Binary("binary", cl::desc("The program or library that the hints are for"),
           cl::value_desc("file"), RecommendCommand);
static cl::opt<double> Latency(
    "latency",
    cl::desc("Instructions that fit into one miss (by the calibration)"),
    cl::value_desc("N"), RecommendCommand);
static cl::opt<std::string> CalibrationFile(
    "calibration",
    cl::desc("What misses cost: a file of `udpc calibrate`, or default"),
    cl::value_desc("file"), RecommendCommand);
static cl::opt<double>
    MinShare("min-share",
             cl::desc("Of all misses, what an operation must have, in percent "
                      "(default 0.5)"),
             cl::init(100 * Defaults.MinShare), cl::value_desc("percent"),
             RecommendCommand);
static cl::opt<uint64_t> MinMisses(
    "min-misses", cl::desc("How many misses it must have (default 10000)"),
    cl::init(Defaults.MinMisses), cl::value_desc("N"), RecommendCommand);
static cl::opt<bool> All("all",
                         cl::desc("All operations, however rarely they miss"),
                         RecommendCommand);
static cl::opt<std::string>
    Type("type",
         cl::desc("Of all hints, instead of what suits: t0, nta, ...; w: of "
                  "stores alone"),
         cl::value_desc("type"), RecommendCommand);
static cl::opt<bool> Json("json", cl::desc("As JSON"), RecommendCommand);
static cl::opt<bool> Full("full", cl::desc("Whole keys and paths in the table"),
                          RecommendCommand);

static Expected<RecommendOptions> checkOptions() {
  RecommendOptions O;
  if (Latency.getNumOccurrences())
    O.Latency = Latency;
  O.MinShare = All ? 0 : MinShare / 100;
  O.MinMisses = All ? 1 : std::max<uint64_t>(MinMisses, 1);
  // The profile determines which hints are indirect.
  if (!Type.empty() && (!(O.Type = hintTypeOf(Type)) || isIndirect(*O.Type)))
    return createStringError("--type: '" + Type +
                             "' is none of nta, t0, t1, t2, w");
  if (O.Type == HintType::W) {
    O.Type.reset();
    O.ForWriting = true;
  }
  if (O.Latency && !(Latency >= 1 && Latency <= 1e9))
    return createStringError("--latency is 1 or more, at most 1e9");
  if (!(MinShare >= 0 && MinShare <= 100))
    return createStringError("--min-share is from 0 to 100, in percent");
  if (All && (MinShare.getNumOccurrences() || MinMisses.getNumOccurrences()))
    return createStringError("--all leaves nothing for --min-share and "
                             "--min-misses");
  if (Csv.empty() != Binary.empty())
    return createStringError(
        Csv.empty() ? "--binary is for --csv"
                    : "--csv has addresses: name the program or library with "
                      "--binary");
  if (Json && Full)
    return createStringError("--full is for the table: --json has all of it");
  if ((Output == "-") + (Csv == "-") + bool(Json) > 1)
    return createStringError("standard output is for one of -o, --csv and "
                             "--json");
  return O;
}

static Expected<HintFileForm> chosenForm() {
  auto Named = hintFileForm(Form.empty() ? StringRef("text") : StringRef(Form));
  if (!Named)
    return createStringError("--format: '" + Form +
                             "' is none of text, binary and extbinary");
  return *Named;
}

static Error writeCsv(const HintSet &Hints) {
  auto Opened = BinaryOperations::open(Binary);
  if (!Opened)
    return Opened.takeError();
  if (std::string Why = (*Opened)->whyNoKeys(); !Why.empty())
    return createStringError(
        StringRef(Why).starts_with(Binary) ? Why : Binary + ": " + Why);
  Expected<std::vector<CheckedKey>> Found = [&] {
    Progress P("reading the binary");
    return checkHints(Hints, **Opened, [&](double Done) { P.share(Done); });
  }();
  if (!Found)
    return Found.takeError();
  for (const CheckedKey &K : *Found)
    if (K.Addresses.empty())
      WithColor::warning(errs(), "udpc")
          << shownText(K.Key->shortText())
          << ": left out: " << reasonText(K, HintOutput::Table) << '\n';
  return printTo(Csv, [&](raw_ostream &OS) {
    printHints(OS, Hints, &*Found, HintOutput::Csv);
    return Error::success();
  });
}

static Error run() {
  Expected<RecommendOptions> Options = checkOptions();
  if (!Options)
    return Options.takeError();
  Expected<HintFileForm> Chosen = chosenForm();
  if (!Chosen)
    return Chosen.takeError();
  Expected<Calibration> Processor = calibrationInUse(CalibrationFile);
  if (!Processor)
    return Processor.takeError();
  Options->Processor = std::move(*Processor);
  Expected<std::vector<std::string>> Files =
      chooseProfiles(Inputs, ProfileSearch::Caches);
  if (!Files)
    return Files.takeError();
  Expected<CacheProfile> Profile = readMisses(*Files);
  if (!Profile)
    return Profile.takeError();
  std::vector<Recommendation> List = recommend(*Profile, *Options);
  HintSet Hints;
  Hints.addProcessor(Options->Processor.What);
  for (const Recommendation &R : List)
    for (const Hint &H : R.Hints)
      Hints.add(R.HintKey, H);
  if (!Output.empty())
    if (Error E = writeHintFile(Hints, *Chosen, Output))
      return E;
  if (!Csv.empty())
    if (Error E = writeCsv(Hints))
      return E;
  if (Output == "-" || Csv == "-")
    return finishStandardOutput();
  return printTo("-", [&](raw_ostream &OS) {
    if (Json)
      printRecommendationsJson(OS, List, Options->Processor);
    else
      printRecommendations(OS, List, Options->Processor, All, Full);
    return Error::success();
  });
}
