//===- Loop.cpp - Runs the prefetch loop ----------------------------------===//

#include "tools/udpc/loop/Loop.h"
#include "profdata/ShownText.h"
#include "profdata/hints/HintFile.h"
#include "tools/udpc/loop/LoopBuilds.h"
#include "tools/udpc/loop/LoopProfile.h"
#include "tools/udpc/loop/LoopTime.h"
#include "tools/udpc/loop/VariantRuns.h"
#include "tools/udpc/output/Progress.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <cmath>

using namespace llvm;
using namespace udpc;

namespace {
class Loop {
public:
  Loop(const LoopOptions &Options, WorkFolder Folder)
      : Options(Options), Work(std::move(Folder)),
        Journal(Work.file("journal.jsonl")),
        Builds(Options, Work, Journal, Log) {}

  Expected<LoopResult> run();
  /// Restores the plain build, if there is one.
  void restore();

private:
  /// Starts from given hints or profiles, before anything is built.
  Error readGiven();
  Error buildPlain();
  /// Finds what an interrupted loop has measured, and the reference.
  Error begin();
  /// Starts from a profile of the program.
  Error profile();
  Expected<std::vector<std::string>> makeProfiles();
  Error take(Expected<LoopStart> Start);
  /// Builds and runs the first variants, which shows mistakes in the commands,
  /// and what a build takes.
  Error tryFirst();
  /// Refuses if the machine is too noisy.
  Error measureNoise();
  /// The best variant of each group.
  Error searchVariants();
  void noteVariants(const VariantSearch &Search, const Assignment &Best);
  /// Drops the groups that do not pay.
  Error prune();
  Error decide();
  Error finish();

  std::string identity() const;
  Expected<std::string> buildOf(const GroupSet &Which, StringRef What);
  Expected<Comparison> compare(const GroupSet &Before, const GroupSet &After,
                               unsigned Rounds, StringRef What);
  void noteComparison(StringRef Before, StringRef After, const Comparison &C);
  void noteGroups();
  HintFileForm form() const {
    return HasHashes ? HintFileForm::ExtBinary : HintFileForm::Text;
  }

  const LoopOptions &Options;
  WorkFolder Work;
  SearchLog Log;
  SearchJournal Journal;
  LoopBuilds Builds;
  std::optional<Measurement> Measure;
  LoopTime Time;
  bool HasHashes = false;
  /// By group, in the order of their promise.
  std::vector<std::vector<HintGroup>> Variants;
  GroupSet Chosen; ///< The groups whose best variant may pay.
  GroupSet Kept;
  LoopResult Result;
};
} // namespace

/// The journal's entry for the profile of the misses.
static constexpr StringLiteral ProfileEntry = "profile";

Error Loop::readGiven() {
  if (Options.HintFiles.empty() && Options.Profiles.empty())
    return Error::success();
  return take(Options.HintFiles.empty() ? startFromProfiles(Options.Profiles)
                                        : startFromHints(Options.HintFiles));
}

Error Loop::buildPlain() {
  if (!sys::fs::exists(Work.file("journal.jsonl")))
    if (Error E = Work.empty())
      return E;
  if (Error E = Log.open(Options.Log))
    return E;
  Result.Log = Options.Log;
  return Builds.buildPlain();
}

/// Of all that decides what the search does: what is the same continues.
std::string Loop::identity() const {
  std::string Text;
  raw_string_ostream OS(Text);
  const MeasureOptions &M = Options.Measure;
  OS << commandText(Options.Build) << '\n'
     << commandText(Options.Run) << '\n'
     << Measure->figureWord() << ' ' << M.Regex << ' ' << M.MoreIsBetter << ' '
     << M.Rounds << ' ' << M.MinGain << ' ' << Options.TimeBudget << '\n'
     << Builds.plainHash() << '\n';
  for (const HintGroup &G : Result.Groups)
    for (const auto &[Key, List] : G.Hints)
      for (const Hint &H : List)
        OS << Key.text() << int(H.Type) << ' ' << H.Delta << '\n';
  for (const std::string &File : Options.Profiles)
    OS << File << '\n';
  return utohexstr(xxh3_64bits(Text), /*LowerCase=*/true);
}

Error Loop::begin() {
  Measure.emplace(Options.Run, Builds.programs(), Journal, Work.path(),
                  Options.Measure);
  if (Error E = Measure->choose())
    return E;
  Expected<bool> Continues = Journal.open(identity());
  if (!Continues)
    return Continues.takeError();
  if (*Continues && Journal.numKnownRuns())
    sayInLoop("going on with the search in " + Options.Work + ", of which " +
              Twine(Journal.numKnownRuns()) +
              " runs are known (remove that folder to begin anew)");
  sayInLoop("running it");
  return Measure->setReference(PlainBuild);
}

Expected<std::vector<std::string>> Loop::makeProfiles() {
  std::string Folder = Work.file("profiles");
  if (Journal.takeBuild(ProfileEntry))
    return profilesIn(Folder);
  sys::fs::remove_directories(Folder);
  if (Error E = Builds.buildProfiled())
    return std::move(E);
  if (std::error_code EC = sys::fs::create_directories(Folder))
    return createStringError(Folder + ": " + EC.message());
  sayInLoop("running it, which takes several times as long");
  if (Error E =
          Measure->runOnce({{"UDPC_OPTIONS", optionsForProfiles(Folder)}}))
    return std::move(E);
  std::vector<std::string> Files = profilesIn(Folder);
  if (Files.empty())
    return createStringError(
        "the run has left no cache profile: let the build command compile and "
        "link everything with udpc-clang each time (make -B); its output is "
        "in " +
        Builds.log());
  if (Error E = Journal.addBuild(ProfileEntry, 0, 0))
    return std::move(E);
  return Files;
}

Error Loop::profile() {
  if (!Options.HintFiles.empty() || !Options.Profiles.empty())
    return Error::success();
  Expected<std::vector<std::string>> Files = makeProfiles();
  if (!Files)
    return Files.takeError();
  return take(startFromProfiles(*Files));
}

Error Loop::take(Expected<LoopStart> Start) {
  if (!Start)
    return Start.takeError();
  Result.Groups = std::move(Start->Groups);
  Result.Others = std::move(Start->Others);
  HasHashes = Start->HasHashes;
  Expected<Calibration> Processor = calibrationInUse(Options.Calibration);
  if (!Processor)
    return Processor.takeError();
  for (const HintGroup &G : Result.Groups)
    Variants.push_back(variantsOf(G, *Processor));
  return Error::success();
}

static std::string percent(double Part) {
  std::string Text;
  raw_string_ostream(Text) << format("%.1f %%", 100 * Part);
  return Text;
}

Error Loop::tryFirst() {
  unsigned Number = Result.Groups.size();
  if (!Number)
    return Error::success();
  GroupSet All;
  for (unsigned G = 0; G != Number; ++G)
    All.push_back(G);
  std::string What = ("with the hints of " + Twine(Number) +
                      (Number == 1 ? " line" : " lines"))
                         .str();
  Expected<std::string> Build = buildOf(All, What);
  if (!Build)
    return Build.takeError();
  return Measure->run(*Build).takeError();
}

Error Loop::measureNoise() {
  if (Result.Groups.empty())
    return Error::success();
  unsigned Rounds = Options.Measure.Rounds;
  sayInLoop("running it against itself, for the noise");
  Expected<Noise> Found =
      Measure->noise(PlainBuild, Rounds, Options.MaxNoise);
  if (!Found)
    return Found.takeError();
  Time = LoopTime(Options.TimeBudget, Journal.secondsOfRun());
  Result.TimeBudget = Time.budget();
  Result.Noise = Found->ofPair();
  unsigned Pairs = Time.roundsOfFinal(Journal.spent(), Rounds);
  double Least = Found->leastGain(
      Pairs, MeasurePlan(Pairs, Options.Measure.MinGain).confidence());
  Log.add("noise", json::Object{{"pairs", int64_t(Found->size())},
                    {"deviation", Result.Noise},
                    {"least_gain", Least},
                    {"most_pairs", int64_t(Pairs)},
                    {"decision", Least > Options.MaxNoise ? "refused"
                                                          : "goes on"}});
  if (Least <= Options.MaxNoise)
    return Error::success();
  // The next loop measures the noise anew.
  if (Error E = Journal.end())
    return E;
  return createStringError(
      "too noisy to decide: runs of the same program differ by " +
      percent(Result.Noise) + ", so " + Twine(Pairs) +
      " pairs of runs only show gains of " + percent(Least) +
      " and more. Let other programs end, let the run do more, give more "
      "--time-budget or --rounds, or permit it by --max-noise " +
      Twine(int(std::ceil(100 * Least))));
}

Expected<std::string> Loop::buildOf(const GroupSet &Which, StringRef What) {
  return Builds.withHints(hintsOf(Result.Groups, Which, HasHashes), What);
}

Error Loop::searchVariants() {
  unsigned Number = Result.Groups.size();
  if (!Number)
    return Error::success();
  std::vector<unsigned> NumVariants;
  for (const std::vector<HintGroup> &V : Variants)
    NumVariants.push_back(V.size());
  double Until = Time.endOfVariants(Journal.spent(), Number);
  VariantRuns Runs(Variants, HasHashes, Until, Builds, *Measure, Journal, Log);
  VariantSearch Search(NumVariants, Runs);
  Expected<Assignment> Best = Search.run();
  if (!Best)
    return Best.takeError();
  noteVariants(Search, *Best);
  return Error::success();
}

/// A variant whose estimate is below is dropped without a comparison.
static constexpr double Slower = 0.999;

void Loop::noteVariants(const VariantSearch &Search, const Assignment &Best) {
  for (unsigned G = 0; G != Best.size(); ++G) {
    std::vector<TriedVariant> Tried;
    for (const VariantRecord &R : ArrayRef(Search.records(G)).drop_front())
      Tried.push_back({Variants[G][R.Variant - 1], R});
    Result.Groups[G] = Variants[G][Best[G] - 1];
    // A gain that is small beside its error may be one: that is decided anew.
    if (VariantRecord &R = Tried[Best[G] - 1].Found; !R.NumRuns || R.High > Slower)
      Chosen.push_back(G);
    else
      R.Decision = "slower than no hint, as are the others";
    Result.Tried.push_back(std::move(Tried));
  }
}

void Loop::noteComparison(StringRef Before, StringRef After,
                          const Comparison &C) {
  json::Object Entry{{"before", Before},
                     {"after", After},
                     {"pairs", int64_t(C.NumPairs)},
                     {"shown", effectWord(C.Shown)}};
  if (C.NumPairs) {
    Entry["speed_up"] = C.Gain.Middle;
    Entry["low"] = C.Gain.Low;
    if (std::isfinite(C.Gain.High))
      Entry["high"] = C.Gain.High;
  }
  Log.add("comparison", std::move(Entry));
}

Expected<Comparison> Loop::compare(const GroupSet &Before,
                                   const GroupSet &After, unsigned Rounds,
                                   StringRef What) {
  Expected<std::string> First = buildOf(Before, "");
  if (!First)
    return First.takeError();
  Expected<std::string> Second = buildOf(After, "");
  if (!Second)
    return Second.takeError();
  Expected<Comparison> C = Measure->compare(*First, *Second, Rounds, What);
  if (C)
    noteComparison(*First, *Second, *C);
  return C;
}

Error Loop::prune() {
  Result.Verdicts.resize(Result.Groups.size());
  Kept = Chosen;
  // Of one group, the final runs decide.
  if (Chosen.size() < 2)
    return Error::success();
  sayInLoop("comparing with and without each of " + Twine(Chosen.size()) +
            " lines");
  std::vector<std::string> Functions;
  for (const HintGroup &G : Result.Groups)
    Functions.push_back(G.Line.function());
  unsigned NumComparisons = 0;
  HintSearch Search(Functions, [&] {
    return Time.hasTimeToCompare(Journal.spent(), Builds.secondsOfBuild());
  });
  auto Compare = [&](const GroupSet &Without, const GroupSet &With) {
    std::string What = (Twine("prefetch-loop: ") + Twine(Without.size()) +
                        " against " + Twine(With.size()) + " lines with hints")
                           .str();
    unsigned Open = Chosen.size() + 1 - std::min<unsigned>(NumComparisons++,
                                                           Chosen.size());
    return compare(Without, With,
                   Time.roundsOfComparison(Journal.spent(), Open,
                                           Options.Measure.Rounds),
                   What);
  };
  auto Verdicts = Search.run(Chosen, Compare);
  if (!Verdicts)
    return Verdicts.takeError();
  Result.Verdicts = std::move(*Verdicts);
  Kept.clear();
  for (unsigned G : Chosen)
    if (Result.Verdicts[G].Kept)
      Kept.push_back(G);
  return Error::success();
}

Error Loop::decide() {
  if (Kept.empty())
    return Error::success();
  Expected<std::string> Best = buildOf(Kept, "");
  if (!Best)
    return Best.takeError();
  // The runs that selected these hints are biased.
  sayInLoop("measuring what is left anew");
  unsigned Rounds = Time.roundsOfFinal(Journal.spent(), Options.Measure.Rounds);
  Expected<Comparison> Final =
      Measure->compare(PlainBuild, *Best, Rounds,
                       "prefetch-loop: without against with hints");
  if (!Final)
    return Final.takeError();
  noteComparison(PlainBuild, *Best, *Final);
  Result.Final = *Final;
  if (Chosen.size() == 1) {
    GroupVerdict &V = Result.Verdicts[Chosen.front()];
    V.Tried = *Final;
    V.NumTogether = 1;
    V.Kept = Final->Shown == Effect::Faster;
  }
  double HalfWidth = std::log(Final->Gain.High / Final->Gain.Low) / 2;
  Result.IsUndecided = Final->NumPairs && Final->Shown == Effect::Unclear &&
                       !(HalfWidth <= Options.MaxNoise);
  if (Final->Shown != Effect::Faster)
    return Error::success();
  if (Error E = writeHintFile(hintsOf(Result.Groups, Kept, HasHashes), form(),
                              Options.Output))
    return E;
  Result.Output = Options.Output;
  Result.Kept = Kept;
  return Builds.programs().place(*Best);
}

void Loop::noteGroups() {
  for (unsigned G = 0; G != Result.Groups.size(); ++G)
    Log.add("group", json::Object{{"line", Result.Groups[G].Line.text()},
                      {"place", Result.Groups[G].Place},
                      {"hints", Result.Groups[G].hintsText()},
                      {"kept", is_contained(Result.Kept, G)},
                      {"why", groupReason(Result, G)}});
}

Error Loop::finish() {
  if (Result.Kept.empty())
    if (Error E = Builds.programs().place(PlainBuild))
      return E;
  // The build in place must not be removed with the work folder, nor share its
  // file.
  if (Error E = Builds.programs().detach())
    return E;
  noteGroups();
  if (Error E = Log.close())
    return E;
  Journal.advance();
  Result.Seconds = Journal.spent();
  Result.Figure = Measure->figureWord().str();
  Result.NumRuns = Measure->numRuns();
  Result.NumBuilds = Builds.numBuilds();
  return Journal.end();
}

Expected<LoopResult> Loop::run() {
  for (auto Step :
       {&Loop::readGiven, &Loop::buildPlain, &Loop::begin, &Loop::profile,
        &Loop::tryFirst, &Loop::measureNoise, &Loop::searchVariants, &Loop::prune, &Loop::decide,
        &Loop::finish})
    if (Error E = (this->*Step)())
      return std::move(E);
  return std::move(Result);
}

void Loop::restore() {
  if (!Builds.hasPlain())
    return;
  Error E = Builds.programs().place(PlainBuild);
  if (!E)
    E = Builds.programs().detach();
  if (E)
    WithColor::warning(errs(), "udpc")
        << shownMessage(toString(std::move(E))) << '\n';
}

Expected<LoopResult> udpc::runLoop(const LoopOptions &Options) {
  Expected<WorkFolder> Work = WorkFolder::create(Options.Work);
  if (!Work)
    return Work.takeError();
  catchInterrupts();
  Loop L(Options, *Work);
  Expected<LoopResult> Result = L.run();
  if (!Result)
    L.restore();
  else if (!Options.KeepsWork)
    Work->remove();
  return Result;
}
