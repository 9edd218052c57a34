//===- Loop.cpp - Runs the prefetch loop ----------------------------------===//

#include "tools/udpc/loop/Loop.h"
#include "profdata/ShownText.h"
#include "profdata/hints/HintFile.h"
#include "tools/udpc/loop/LoopProfile.h"
#include "tools/udpc/loop/WorkFolder.h"
#include "tools/udpc/output/Progress.h"
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
  /// Restores the plain build, if there is one.
  void restore();

private:
  using Variables = std::vector<std::pair<std::string, std::string>>;

  Error build(Variables Environment, StringRef What);
  /// Also finds the program.
  Error buildPlain();
  Expected<std::vector<std::string>> makeProfiles();
  /// Starts from given hints or profiles, before anything is built.
  Error readGiven();
  /// Starts from a profile of the program.
  Error profile();
  Error take(Expected<LoopStart> Start);
  /// The name of the build with the hints of some groups, built if necessary.
  Expected<std::string> buildWith(const GroupSet &Which,
                                  ArrayRef<HintGroup> Groups);
  Expected<Comparison> compare(const GroupSet &BeforeSet,
                               ArrayRef<HintGroup> BeforeGroups,
                               const GroupSet &AfterSet,
                               ArrayRef<HintGroup> AfterGroups, StringRef What);
  Error search();
  /// Tries twice and half the distance of kept groups.
  Error tune();
  Error decide();

  HintFileForm form() const {
    return HasHashes ? HintFileForm::ExtBinary : HintFileForm::Text;
  }
  std::string buildLog() const { return Work.file("build.log"); }

  const LoopOptions &Options;
  WorkFolder Work;
  std::optional<ProgramFiles> Programs;
  std::optional<Measurement> Measure;
  bool HasHashes = false;
  bool HasPlain = false, IsTuning = false;
  std::map<std::string, std::string> Builds; ///< By their hint files.
  GroupSet Kept;
  unsigned Budget = 0;
  LoopResult Result;
};
} // namespace

/// Variables of the driver, whose values from the user do not apply to these
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
  // Recognised by name: the folder may already contain programs.
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
        toString(Done.takeError()) + "; its output is in " + buildLog());
  for (size_t I = 0; I != Files.size(); ++I) {
    if (!sys::fs::is_regular_file(Files[I]))
      return createStringError("the build command has not made " + Files[I] +
                               "; its output is in " + buildLog());
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
        ") names: let it build everything each time (make -B), and name its "
        "output by --program");
  Programs.emplace(std::move(Files), Work.file("programs"));
  if (Error E = Programs->keep(Plain))
    return E;
  HasPlain = true;
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
        "link everything with udpc-clang each time (make -B); its output is "
        "in " +
        buildLog());
  return Files;
}

Error Loop::readGiven() {
  if (Options.HintFiles.empty() && Options.Profiles.empty())
    return Error::success();
  return take(Options.HintFiles.empty() ? startFromProfiles(Options.Profiles)
                                        : startFromHints(Options.HintFiles));
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
  return Error::success();
}

Expected<std::string> Loop::buildWith(const GroupSet &Which,
                                      ArrayRef<HintGroup> Groups) {
  if (Which.empty())
    return Plain.str();
  HintSet Hints = hintsOf(Groups, Which, HasHashes);
  Expected<std::string> Bytes = hintFileBytes(Hints, form());
  if (!Bytes)
    return Bytes.takeError();
  auto Known = Builds.find(*Bytes);
  if (Known != Builds.end())
    return Known->second;
  std::string Name = "hints-" + utostr(Builds.size() + 1);
  std::string File = Work.file(Name + ".afdo");
  if (Error E = writeHintFile(Hints, form(), File))
    return std::move(E);
  std::string What = (Twine("with the hints of ") + Twine(Which.size()) +
                      " of " + Twine(Groups.size()) + " lines" +
                      (IsTuning ? ", at another distance" : ""))
                         .str();
  if (Error E = build({{HintsVariable.str(), File}}, What))
    return std::move(E);
  if (Error E = Programs->keep(Name))
    return std::move(E);
  if (Builds.empty() && Programs->codeHash(Name) == Programs->codeHash(Plain))
    return createStringError(
        "the code is the same with hints and without: let the build command "
        "compile everything with udpc-clang each time (make -B), and see udpc "
        "hints check; its output is in " +
        buildLog());
  Builds[*Bytes] = Name;
  return Name;
}

Expected<Comparison> Loop::compare(const GroupSet &BeforeSet,
                                   ArrayRef<HintGroup> BeforeGroups,
                                   const GroupSet &AfterSet,
                                   ArrayRef<HintGroup> AfterGroups,
                                   StringRef What) {
  Expected<std::string> Before = buildWith(BeforeSet, BeforeGroups);
  if (!Before)
    return Before.takeError();
  Expected<std::string> After = buildWith(AfterSet, AfterGroups);
  if (!After)
    return After.takeError();
  return Measure->compare(*Before, *After, What);
}

Error Loop::search() {
  std::vector<std::string> Functions;
  for (const HintGroup &G : Result.Groups)
    Functions.push_back(G.Line.function());
  HintSearch Search(Functions, Options.Budget);
  auto Verdicts =
      Search.run([&](const GroupSet &Without, const GroupSet &With) {
        std::string What = (Twine(Without.size()) + " against " +
                            Twine(With.size()) + " lines with hints")
                               .str();
        return compare(Without, Result.Groups, With, Result.Groups, What);
      });
  if (!Verdicts)
    return Verdicts.takeError();
  Result.Verdicts = std::move(*Verdicts);
  Budget = Search.budget();
  for (unsigned I = 0; I != Result.Verdicts.size(); ++I)
    if (Result.Verdicts[I].Kept)
      Kept.push_back(I);
  return Error::success();
}

Error Loop::tune() {
  // The best distance depends on more than a profile contains.
  IsTuning = true;
  for (unsigned Group : Kept)
    for (double Times : {2.0, 0.5}) {
      bool IsBetter = false;
      while (Budget) {
        std::optional<HintGroup> Scaled = Result.Groups[Group].scaled(Times);
        if (!Scaled)
          break;
        std::vector<HintGroup> Groups = Result.Groups;
        Groups[Group] = *Scaled;
        --Budget;
        Expected<Comparison> Tried =
            compare(Kept, Result.Groups, Kept, Groups, "the distance");
        if (!Tried)
          return Tried.takeError();
        if (Tried->Shown != Effect::Faster)
          break;
        IsBetter = true;
        Result.Groups = std::move(Groups);
      }
      if (IsBetter)
        break;
    }
  return Error::success();
}

Error Loop::decide() {
  if (Kept.empty())
    return Error::success();
  Expected<std::string> Best = buildWith(Kept, Result.Groups);
  if (!Best)
    return Best.takeError();
  // The runs that selected these hints are biased.
  say("measuring what is left anew");
  Expected<Comparison> Final =
      Measure->compare(Plain, *Best, "without against with hints");
  if (!Final)
    return Final.takeError();
  Result.Final = *Final;
  if (Final->Shown != Effect::Faster)
    return Error::success();
  if (Error E = writeHintFile(hintsOf(Result.Groups, Kept, HasHashes), form(),
                              Options.Output))
    return E;
  Result.Output = Options.Output;
  Result.Kept = Kept;
  return Programs->place(*Best);
}

Expected<LoopResult> Loop::run() {
  for (auto Step : {&Loop::readGiven, &Loop::buildPlain, &Loop::profile,
                    &Loop::search, &Loop::tune, &Loop::decide})
    if (Error E = (this->*Step)())
      return std::move(E);
  if (Result.Kept.empty())
    if (Error E = Programs->place(Plain))
      return std::move(E);
  // The build in place must not be removed with the work folder, nor share its
  // file.
  if (Error E = Programs->detach())
    return std::move(E);
  Result.NumRuns = Measure->numRuns();
  return std::move(Result);
}

void Loop::restore() {
  if (!HasPlain)
    return;
  Error E = Programs->place(Plain);
  if (!E)
    E = Programs->detach();
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
