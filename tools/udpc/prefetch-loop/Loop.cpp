//===- Loop.cpp - Runs the prefetch loop ----------------------------------===//
//
// Its start and its end; what is between has files of its own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/calibration/CalibrationFile.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/prefetch-loop/BundleSearch.h"
#include "tools/udpc/prefetch-loop/CodeSteps.h"
#include "tools/udpc/prefetch-loop/HintDecision.h"
#include "tools/udpc/prefetch-loop/LoopNoise.h"
#include "tools/udpc/prefetch-loop/work/LoopMessage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <functional>

using namespace llvm;
using namespace udpc;

namespace {
/// One run of the loop.
class Loop {
public:
  Loop(const LoopOptions &Options, WorkFolder Folder)
      : S(Options, std::move(Folder)) {}

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
  Error takeProfiles(ArrayRef<std::string> Files);
  Error finish();
  void noteGroups();
  std::string identity() const;

  LoopState S;
};
} // namespace

/// The journal's entry for the profile of the misses.
static constexpr StringLiteral ProfileEntry = "profile";

Error Loop::readGiven() {
  Expected<Calibration> InUse = calibrationInUse(S.Options.Calibration);
  if (!InUse)
    return InUse.takeError();
  S.Processor = std::move(*InUse);
  if (S.makesProfile())
    return Error::success();
  return S.Options.HintFiles.empty()
             ? takeProfiles(S.Options.Profiles)
             : take(startFromHints(S.Options.HintFiles));
}

Error Loop::buildPlain() {
  if (!sys::fs::exists(S.Work.file("journal.jsonl")))
    if (Error E = S.Work.empty())
      return E;
  if (Error E = S.Log.open(S.Options.Log))
    return E;
  S.Result.Log = S.Options.Log;
  return S.Builds.buildPlain();
}

/// Returns a hash of all inputs of the search. A search with the same hash can
/// be continued.
std::string Loop::identity() const {
  std::string Text;
  raw_string_ostream OS(Text);
  const MeasureOptions &M = S.Options.Measure;
  OS << commandText(S.Options.Build) << '\n'
     << commandText(S.Options.Run) << '\n'
     << S.Measure->figureWord() << ' ' << M.Regex << ' ' << M.MoreIsBetter
     << ' ' << M.Rounds << ' ' << M.MinGain << ' ' << S.Options.TimeBudget
     << '\n'
     << S.Builds.plainHash() << '\n'
     << calibrationJson(*S.Processor) << '\n';
  for (const HintGroup &G : S.Result.Groups)
    for (const auto &[Key, List] : G.Hints)
      for (const Hint &H : List)
        OS << Key.text() << H.word() << ' ' << H.Delta << '\n';
  for (const std::string &File : S.Options.Profiles)
    OS << File << '\n';
  if (S.makesProfile())
    OS << optionsForProfiles("", *S.Processor) << '\n';
  return utohexstr(xxh3_64bits(Text), /*LowerCase=*/true);
}

Error Loop::begin() {
  S.Measure.emplace(S.Options.Run, S.Builds.programs(), S.Journal,
                    S.Work.path(), S.Options.Measure);
  if (Error E = S.Measure->choose())
    return E;
  Expected<bool> Continues = S.Journal.open(identity());
  if (!Continues)
    return Continues.takeError();
  if (*Continues && S.Journal.numKnownRuns())
    sayInLoop("going on with the search in " + S.Options.Work + ", of which " +
              Twine(S.Journal.numKnownRuns()) +
              " runs are known (remove that folder to begin anew)");
  sayInLoop("running it");
  return S.Measure->setReference(PlainBuild);
}

Expected<std::vector<std::string>> Loop::makeProfiles() {
  std::string Folder = S.Work.file("profiles");
  if (S.Journal.takeBuild(ProfileEntry))
    if (std::vector<std::string> Known = profilesIn(Folder); !Known.empty())
      return Known;
  sys::fs::remove_directories(Folder);
  if (Error E = S.Builds.buildProfiled())
    return std::move(E);
  if (std::error_code EC = sys::fs::create_directories(Folder))
    return createStringError(Folder + ": " + EC.message());
  sayInLoop("running it, which takes several times as long");
  if (Error E = S.Measure->runOnce(
          {{"UDPC_OPTIONS", optionsForProfiles(Folder, *S.Processor)}}))
    return std::move(E);
  std::vector<std::string> Files = profilesIn(Folder);
  if (Files.empty())
    return createStringError(
        "the run has left no cache profile: let the build command compile and "
        "link everything with udpc-clang each time (make -B); its output is "
        "in " +
        S.Builds.log());
  if (Error E = S.Journal.addBuild(ProfileEntry, 0, 0))
    return std::move(E);
  return Files;
}

Error Loop::profile() {
  if (!S.makesProfile())
    return Error::success();
  Expected<std::vector<std::string>> Files = makeProfiles();
  if (!Files)
    return Files.takeError();
  return takeProfiles(*Files);
}

Error Loop::takeProfiles(ArrayRef<std::string> Files) {
  Expected<CacheProfile> Profile = S.Options.ReadProfiles(Files);
  if (!Profile)
    return Profile.takeError();
  return take(startFromProfile(*Profile, *S.Processor));
}

Error Loop::take(Expected<LoopStart> Start) {
  if (!Start)
    return Start.takeError();
  S.Result.Groups = std::move(Start->Groups);
  S.Result.Others = std::move(Start->Others);
  S.HasHashes = Start->HasHashes;
  S.Rivals = std::move(Start->Rivals);
  for (const HintGroup &G : S.Result.Groups)
    S.Variants.push_back(variantsOf(G, *S.Processor));
  return Error::success();
}

void Loop::noteGroups() {
  for (unsigned G = 0; G != S.Result.Groups.size(); ++G)
    S.Log.add("group", json::Object{{"line", S.Result.Groups[G].Line.text()},
                                    {"place", S.Result.Groups[G].Place},
                                    {"hints", S.Result.Groups[G].hintsText()},
                                    {"kept", is_contained(S.Result.Kept, G)},
                                    {"why", groupReason(S.Result, G)}});
}

Error Loop::finish() {
  if (S.Result.Kept.empty())
    if (Error E = S.Builds.programs().place(PlainBuild))
      return E;
  // The build in place must not be removed with the work folder, nor share its
  // file.
  if (Error E = S.Builds.programs().detach())
    return E;
  noteGroups();
  if (Error E = S.Log.close())
    return E;
  S.Journal.advance();
  S.Result.Seconds = S.Journal.spent();
  S.Result.Figure = S.Measure->figureWord().str();
  S.Result.NumRuns = S.Measure->numRuns();
  S.Result.NumBuilds = S.Builds.numBuilds();
  return S.Journal.end();
}

Expected<LoopResult> Loop::run() {
  CodeSteps Code(S);
  BundleSearch Search(S);
  HintDecision Decision(S);
  const std::function<Error()> Steps[] = {
      [&] { return readGiven(); },  [&] { return buildPlain(); },
      [&] { return begin(); },      [&] { return profile(); },
      [&] { return Code.run(); },   [&] { return measureNoise(S); },
      [&] { return Search.run(); }, [&] { return Decision.run(); },
      [&] { return finish(); }};
  for (const std::function<Error()> &Step : Steps)
    if (Error E = Step())
      return std::move(E);
  return std::move(S.Result);
}

void Loop::restore() {
  if (!S.Builds.hasPlain())
    return;
  Error E = S.Builds.programs().place(PlainBuild);
  if (!E)
    E = S.Builds.programs().detach();
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
