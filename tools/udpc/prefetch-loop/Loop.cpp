//===- Loop.cpp - Runs the prefetch loop ----------------------------------===//
//
// The start and the end of the loop; LoopSearch.cpp has the steps between.
//
//===----------------------------------------------------------------------===//

#include "profdata/calibration/CalibrationFile.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/prefetch-loop/LoopSteps.h"
#include "tools/udpc/prefetch-loop/work/LoopMessage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace udpc;

/// The journal's entry for the cache profile.
static constexpr StringLiteral ProfileEntry = "profile";

Error Loop::readGiven() {
  Expected<Calibration> InUse = calibrationInUse(Options.Calibration);
  if (!InUse)
    return InUse.takeError();
  Processor = std::move(*InUse);
  if (makesProfile())
    return Error::success();
  return Options.HintFiles.empty() ? takeProfiles(Options.Profiles)
                                   : take(startFromHints(Options.HintFiles));
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

/// Returns a hash of all inputs of the search. A search with the same hash can
/// be continued.
std::string Loop::identity() const {
  std::string Text;
  raw_string_ostream OS(Text);
  const MeasureOptions &M = Options.Measure;
  OS << commandText(Options.Build) << '\n'
     << commandText(Options.Run) << '\n'
     << Measure->figureWord() << ' ' << M.Regex << ' ' << M.MoreIsBetter << ' '
     << M.Rounds << ' ' << M.MinGain << ' ' << Options.TimeBudget << '\n'
     << Builds.plainHash() << '\n'
     << calibrationJson(*Processor) << '\n';
  for (const HintGroup &G : Result.Groups)
    for (const auto &[Key, List] : G.Hints)
      for (const Hint &H : List)
        OS << Key.text() << H.word() << ' ' << H.Delta << '\n';
  for (const std::string &File : Options.Profiles)
    OS << File << '\n';
  if (makesProfile())
    OS << optionsForProfiles("", *Processor) << '\n';
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
    if (std::vector<std::string> Known = profilesIn(Folder); !Known.empty())
      return Known;
  sys::fs::remove_directories(Folder);
  if (Error E = Builds.buildProfiled())
    return std::move(E);
  if (std::error_code EC = sys::fs::create_directories(Folder))
    return createStringError(Folder + ": " + EC.message());
  sayInLoop("running it, which takes several times as long");
  if (Error E = Measure->runOnce(
          {{"UDPC_OPTIONS", optionsForProfiles(Folder, *Processor)}}))
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
  if (!makesProfile())
    return Error::success();
  Expected<std::vector<std::string>> Files = makeProfiles();
  if (!Files)
    return Files.takeError();
  return takeProfiles(*Files);
}

Error Loop::takeProfiles(ArrayRef<std::string> Files) {
  Expected<CacheProfile> Profile = Options.ReadProfiles(Files);
  if (!Profile)
    return Profile.takeError();
  return take(startFromProfile(*Profile, *Processor));
}

Error Loop::take(Expected<LoopStart> Start) {
  if (!Start)
    return Start.takeError();
  Result.Groups = std::move(Start->Groups);
  Result.Others = std::move(Start->Others);
  HasHashes = Start->HasHashes;
  Rivals = std::move(Start->Rivals);
  for (const HintGroup &G : Result.Groups)
    Variants.push_back(variantsOf(G, *Processor));
  return Error::success();
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
  // The build in place must not share files with the work folder, which is
  // removed.
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
        &Loop::tryFirst, &Loop::measureNoise, &Loop::searchVariants,
        &Loop::prune, &Loop::decide, &Loop::finish})
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
