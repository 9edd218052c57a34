//===- Loop.cpp - From a build and a run to the hints that pay ------------===//

#include "tools/udpc/loop/Loop.h"
#include "profdata/hints/HintFile.h"
#include "tools/udpc/Progress.h"
#include "tools/udpc/loop/LoopProfile.h"
#include "tools/udpc/loop/WorkFolder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

static void say(const Twine &Message) {
  Progress::clear();
  errs() << "udpc: prefetch-loop: " << Message << '\n';
}

namespace {
class Loop {
public:
  Loop(const LoopOptions &Options, WorkFolder Work)
      : Options(Options), Work(std::move(Work)) {}

  Expected<LoopResult> run();
  /// Puts the plain build back, if there is one.
  void restore();

private:
  using Variables = std::vector<std::pair<std::string, std::string>>;

  Error build(Variables Environment, StringRef What);
  /// Finds the program as well.
  Error buildPlain();
  Expected<std::vector<std::string>> makeProfiles();
  Error start();
  /// The name of the build that has the hints of \p Groups, which is made if
  /// there is none yet.
  Expected<std::string> buildWith(const GroupSet &Groups);
  Error search();
  Error decide();

  std::string buildLog() const { return Work.file("build.log"); }

  const LoopOptions &Options;
  WorkFolder Work;
  std::optional<ProgramFiles> Programs;
  std::optional<Measurement> Measure;
  bool HasHashes = false;
  std::map<GroupSet, std::string> Builds;
  LoopResult Result;
};
} // namespace

/// Variables of the driver; what the user has set for them is not for these
/// builds.
static constexpr StringLiteral HintsVariable = "UDPC_PREFETCH_HINTS";
static constexpr StringLiteral ProfileVariable = "UDPC_PROFILE";
static constexpr StringLiteral Plain = "plain";

Error Loop::build(Variables Environment, StringRef What) {
  for (StringRef Name : {HintsVariable, ProfileVariable})
    if (none_of(Environment, [&](const auto &V) { return V.first == Name; }))
      Environment.emplace_back(Name.str(), "");
  if (Programs)
    if (Error E = Programs->detach())
      return E;
  // The folder is not empty where a program was before.
  std::vector<std::string> Files =
      Programs ? Programs->files() : Options.Programs;
  std::vector<FileState> Before;
  for (const std::string &File : Files)
    Before.emplace_back(File);
  say("building " + What);
  ++Result.NumBuilds;
  Expected<ChildTimes> Done =
      runChild({Options.Build, std::move(Environment), buildLog(), buildLog()});
  if (!Done)
    return createStringError(
        "the build command (" + commandText(Options.Build) + ") " +
        toString(Done.takeError()) + "; what it said is in " + buildLog());
  for (size_t I = 0; I != Files.size(); ++I) {
    if (!sys::fs::is_regular_file(Files[I]))
      return createStringError("the build command has not made " + Files[I] +
                               "; what it said is in " + buildLog());
    if (FileState(Files[I]) == Before[I])
      return createStringError("the build command has left " + Files[I] +
                               " as it was: it must build from scratch each "
                               "time (make -B)");
  }
  return Error::success();
}

Error Loop::buildPlain() {
  std::vector<FileState> Before;
  for (const std::string &Word : Options.Run)
    Before.emplace_back(Word);
  if (Error E = build({}, "without hints"))
    return E;
  std::vector<std::string> Files = Options.Programs;
  for (size_t I = 0; I != Options.Run.size() && Files.empty(); ++I)
    if (sys::fs::is_regular_file(Options.Run[I]) &&
        !(FileState(Options.Run[I]) == Before[I]))
      Files.push_back(Options.Run[I]);
  if (Files.empty())
    return createStringError(
        "the build command has made no file that the run command (" +
        commandText(Options.Run) +
        ") names: let it build from scratch each time (make -B), and say by "
        "--program what it makes");
  Programs.emplace(std::move(Files), Work.file("programs"));
  if (Error E = Programs->keep(Plain))
    return E;
  Builds[{}] = Plain.str();
  Measure.emplace(Options.Run, *Programs, Work.path(), Options.Measure);
  say("running it");
  return Measure->setReference(Plain);
}

Expected<std::vector<std::string>> Loop::makeProfiles() {
  if (Error E = build({{ProfileVariable.str(), "cache"}}, "with a profile"))
    return std::move(E);
  std::string Folder = Work.file("profiles");
  if (std::error_code EC = sys::fs::create_directories(Folder))
    return createStringError(Folder + ": " + EC.message());
  say("running it, which takes several times as long");
  if (Error E =
          Measure->runOnce({{"UDPC_OPTIONS", optionsForProfiles(Folder)}}))
    return std::move(E);
  std::vector<std::string> Files = profilesIn(Folder);
  if (Files.empty())
    return createStringError(
        "the run has left no cache profile: let the build command compile and "
        "link by udpc-clang, all of it anew each time (make -B); what it said "
        "is in " +
        buildLog());
  return Files;
}

Error Loop::start() {
  Expected<LoopStart> Start = [&]() -> Expected<LoopStart> {
    if (!Options.HintFiles.empty())
      return startFromHints(Options.HintFiles);
    if (!Options.Profiles.empty())
      return startFromProfiles(Options.Profiles);
    Expected<std::vector<std::string>> Files = makeProfiles();
    if (!Files)
      return Files.takeError();
    return startFromProfiles(*Files);
  }();
  if (!Start)
    return Start.takeError();
  Result.Groups = std::move(Start->Groups);
  Result.Others = std::move(Start->Others);
  HasHashes = Start->HasHashes;
  return Error::success();
}

Expected<std::string> Loop::buildWith(const GroupSet &Groups) {
  auto Known = Builds.find(Groups);
  if (Known != Builds.end())
    return Known->second;
  HintSet Hints = hintsOf(Result.Groups, Groups, HasHashes);
  std::string Name = "hints-" + utostr(Builds.size());
  std::string File = Work.file(Name + ".afdo");
  if (Error E = writeHintFile(
          Hints, HasHashes ? HintFileForm::ExtBinary : HintFileForm::Text,
          File))
    return std::move(E);
  std::string What = (Twine("with the hints of ") + Twine(Groups.size()) +
                      " of " + Twine(Result.Groups.size()) + " lines")
                         .str();
  if (Error E = build({{HintsVariable.str(), File}}, What))
    return std::move(E);
  if (Error E = Programs->keep(Name))
    return std::move(E);
  if (Builds.size() == 1 &&
      Programs->codeHash(Name) == Programs->codeHash(Plain))
    return createStringError(
        "the code is the same with hints and without: let the build command "
        "compile by udpc-clang, all of it anew each time (make -B), and look "
        "at udpc hints check; what it said is in " +
        buildLog());
  Builds[Groups] = Name;
  return Name;
}

Error Loop::search() {
  std::vector<std::string> Functions;
  for (const HintGroup &G : Result.Groups)
    Functions.push_back(G.Line.function());
  HintSearch Search(Functions, Options.Budget);
  auto Compare = [&](const GroupSet &Without,
                     const GroupSet &With) -> Expected<Comparison> {
    Expected<std::string> Before = buildWith(Without);
    if (!Before)
      return Before.takeError();
    Expected<std::string> After = buildWith(With);
    if (!After)
      return After.takeError();
    std::string What = (Twine(Without.size()) + " against " +
                        Twine(With.size()) + " lines with hints")
                           .str();
    return Measure->compare(*Before, *After, What);
  };
  auto Verdicts = Search.run(Compare);
  if (!Verdicts)
    return Verdicts.takeError();
  Result.Verdicts = std::move(*Verdicts);
  return Error::success();
}

Error Loop::decide() {
  GroupSet Kept;
  for (unsigned I = 0; I != Result.Verdicts.size(); ++I)
    if (Result.Verdicts[I].Kept)
      Kept.push_back(I);
  if (Kept.empty())
    return Error::success();
  Expected<std::string> Best = buildWith(Kept);
  if (!Best)
    return Best.takeError();
  // The runs that chose these hints chose those that were lucky, too.
  say("measuring what is left anew");
  Expected<Comparison> Final =
      Measure->compare(Plain, *Best, "without against with hints");
  if (!Final)
    return Final.takeError();
  Result.Final = *Final;
  if (Final->Shown != Effect::Faster)
    return Error::success();
  if (Error E = writeHintFile(hintsOf(Result.Groups, Kept, HasHashes),
                              HasHashes ? HintFileForm::ExtBinary
                                        : HintFileForm::Text,
                              Options.Output))
    return E;
  Result.Output = Options.Output;
  Result.Kept = std::move(Kept);
  return Programs->place(*Best);
}

Expected<LoopResult> Loop::run() {
  if (Error E = buildPlain())
    return std::move(E);
  if (Error E = start())
    return std::move(E);
  if (Error E = search())
    return std::move(E);
  if (Error E = decide())
    return std::move(E);
  if (Result.Kept.empty())
    if (Error E = Programs->place(Plain))
      return std::move(E);
  // What is in place must not go with the work folder, nor share its file.
  if (Error E = Programs->detach())
    return std::move(E);
  Result.NumRuns = Measure->numRuns();
  return std::move(Result);
}

void Loop::restore() {
  if (Builds.empty())
    return;
  Error E = Programs->place(Plain);
  if (!E)
    E = Programs->detach();
  if (E)
    WithColor::warning(errs(), "udpc") << toString(std::move(E)) << '\n';
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
