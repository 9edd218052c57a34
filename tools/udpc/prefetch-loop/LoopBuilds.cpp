//===- LoopBuilds.cpp - Builds of the prefetch loop -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/LoopBuilds.h"
#include "tools/udpc/prefetch-loop/work/LoopMessage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace udpc;

/// Variables of the driver. The user's values do not apply to these builds.
static constexpr StringLiteral HintsVariable = "UDPC_PREFETCH_HINTS";
static constexpr StringLiteral ProfileVariable = "UDPC_PROFILE";
/// Tells the driver that hint files are removed at the end.
static constexpr StringLiteral TemporaryVariable = "UDPC_TEMPORARY_HINTS";

Error LoopBuilds::build(Variables Environment, StringRef What) {
  for (StringRef Name : {HintsVariable, ProfileVariable})
    if (none_of(Environment, [&](const auto &V) { return V.first == Name; }))
      Environment.emplace_back(Name.str(), "");
  Environment.emplace_back(TemporaryVariable.str(), "1");
  if (Programs)
    if (Error E = Programs->detach())
      return E;
  // Programs are found by name, because the folder may already contain some.
  std::vector<std::string> Files =
      Programs ? Programs->files() : Options.Programs;
  std::vector<FileState> Before;
  for (const std::string &File : Files)
    Before.emplace_back(File);
  if (!What.empty())
    sayInLoop("building " + What);
  ++NumBuilds;
  Expected<ChildTimes> Done =
      runChild({Options.Build, std::move(Environment), log(), log()});
  if (!Done)
    return createStringError(
        "the build command (" + commandText(Options.Build) + ") " +
        toString(Done.takeError()) + "; its output is in " + log());
  for (size_t I = 0; I != Files.size(); ++I) {
    if (!sys::fs::is_regular_file(Files[I]))
      return createStringError("the build command has not made " + Files[I] +
                               "; its output is in " + log());
    if (FileState(Files[I]) == Before[I])
      return createStringError("the build command has left " + Files[I] +
                               " as it was: it must build from scratch each "
                               "time (make -B)");
  }
  return Error::success();
}

Error LoopBuilds::buildPlain() {
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
  if (Error E = Programs->keep(PlainBuild))
    return E;
  HasPlain = true;
  return Error::success();
}

Error LoopBuilds::buildProfiled() {
  return build({{ProfileVariable.str(), "cache"}}, "with a profile");
}

bool LoopBuilds::restore(StringRef Name, double &Seconds) {
  std::optional<SearchJournal::Build> Known = Journal.takeBuild(Name);
  if (!Known)
    return false;
  Seconds = Known->Seconds;
  if (Error E = Programs->restore(Name)) {
    consumeError(std::move(E));
    return false;
  }
  return Programs->codeHash(Name) == Known->CodeHash;
}

void LoopBuilds::addHinted(StringRef Name, const HintSet &Hints,
                           double Seconds) {
  Hinted.insert(Name.str());
  ++NumHinted;
  HintedSeconds += Seconds;
  json::Array List;
  for (const auto &[Function, Keys] : Hints.functions())
    for (const auto &[Key, Ones] : Keys)
      for (const Hint &H : Ones)
        List.push_back(Key.text() + " " + H.word() + " " + itostr(H.Delta));
  Log.add("build", json::Object{{"build", Name},
                                {"seconds", Seconds},
                                {"hints", std::move(List)}});
}

Expected<std::string> LoopBuilds::withHints(const HintSet &Hints,
                                            StringRef What) {
  if (Hints.empty())
    return PlainBuild.str();
  HintFileForm Form =
      Hints.HasHashes ? HintFileForm::ExtBinary : HintFileForm::Text;
  Expected<std::string> Bytes = hintFileBytes(Hints, Form);
  if (!Bytes)
    return Bytes.takeError();
  // Named by content, so that a continued search finds the build.
  std::string Name =
      "hints-" + utohexstr(xxh3_64bits(*Bytes), /*LowerCase=*/true);
  if (Hinted.count(Name))
    return Name;
  double Seconds = 0;
  if (restore(Name, Seconds)) {
    addHinted(Name, Hints, Seconds);
    return Name;
  }
  std::string File = Work.file(Name + ".afdo");
  if (Error E = writeHintFile(Hints, Form, File))
    return std::move(E);
  auto Start = std::chrono::steady_clock::now();
  if (Error E = build({{HintsVariable.str(), File}}, What))
    return std::move(E);
  std::chrono::duration<double> Taken =
      std::chrono::steady_clock::now() - Start;
  if (Error E = Programs->keep(Name))
    return std::move(E);
  addHinted(Name, Hints, Taken.count());
  if (Error E = Journal.addBuild(Name, Programs->codeHash(Name), Taken.count()))
    return std::move(E);
  return Name;
}
