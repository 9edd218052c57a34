//===- BaseCommit.cpp - The costs at the commit of origin -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/check/BaseCommit.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/baseline/CostRuns.h"
#include "tools/udpc/output/Output.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace udpc;

/// Runs git with \p Arguments here. Returns its output without the last line
/// end.
static Expected<std::string> git(std::vector<StringRef> Arguments) {
  ErrorOr<std::string> Git = sys::findProgramByName("git");
  if (!Git)
    return createStringError("git: " + Git.getError().message());
  SmallString<128> Output;
  if (std::error_code EC =
          sys::fs::createTemporaryFile("udpc-git", "txt", Output))
    return createStringError(Output + ": " + EC.message());
  scope_exit Remove([&] { sys::fs::remove(Output); });
  Arguments.insert(Arguments.begin(), "git");
  std::optional<StringRef> Redirects[] = {StringRef(), Output.str(),
                                          Output.str()};
  int Status =
      sys::ExecuteAndWait(*Git, Arguments, /*Env=*/std::nullopt, Redirects);
  auto Text = MemoryBuffer::getFile(Output);
  StringRef Said = Text ? (*Text)->getBuffer().rtrim() : "";
  if (Status)
    return createStringError(join(Arguments, " ") + ": " + Said);
  return Said.str();
}

/// Returns where the repository keeps the costs of \p Program at \p Commit.
static Expected<std::string> placeOf(StringRef Commit,
                                     const CountedProgram &Program) {
  Expected<std::string> Folder =
      git({"rev-parse", "--path-format=absolute", "--git-common-dir"});
  if (!Folder)
    return Folder;
  std::string Command = Program.Folder + '\0' + Program.Results;
  for (const std::string &Word : Program.Words)
    Command += '\0' + Word;
  return formatv("{0}/udpc/{1}-{2:x-}.baseline", *Folder, Commit,
                 xxh3_64bits(Command))
      .str();
}

/// Runs \p Program in a work tree of \p Commit.
static Expected<Baseline> measureCommit(StringRef Commit,
                                        CountedProgram Program) {
  SmallString<128> Tree;
  if (std::error_code EC = sys::fs::createUniqueDirectory("udpc-base", Tree))
    return createStringError(Tree + ": " + EC.message());
  SmallString<128> Real;
  if (!sys::fs::real_path(Tree, Real))
    Tree = Real;
  scope_exit Remove([&] {
    consumeError(git({"worktree", "remove", "--force", Tree}).takeError());
    sys::fs::remove_directories(Tree);
  });
  if (Error E = git({"worktree", "add", "--detach", Tree, Commit}).takeError())
    return std::move(E);
  SmallString<128> Folder(Tree);
  sys::path::append(Folder, Program.Folder);
  Program.Folder = Folder.str().str();
  return runProgram(Program, CostSelection(), Tree);
}

Expected<BaseCosts> udpc::costsOfBase(const std::string &Base,
                                      const CountedProgram &Program) {
  BaseCosts Result;
  if (Error E = git({"merge-base", "HEAD", Base}).moveInto(Result.Commit))
    return createStringError("--base: " + toString(std::move(E)));
  CountedProgram There = Program;
  if (Error E = git({"rev-parse", "--show-prefix"}).moveInto(There.Folder))
    return std::move(E);
  Expected<std::string> Place = placeOf(Result.Commit, There);
  if (!Place)
    return Place.takeError();
  if (sys::fs::exists(*Place)) {
    if (Error E = readBaseline(*Place, "").moveInto(Result.Costs))
      return std::move(E);
    return std::move(Result);
  }
  errs() << "udpc: check: building and running "
         << StringRef(Result.Commit).take_front(12) << ", where "
         << shownText(Base) << " and HEAD part\n";
  if (Error E = measureCommit(Result.Commit, There).moveInto(Result.Costs))
    return createStringError("--base: commit " + Result.Commit + ": " +
                             toString(std::move(E)));
  if (std::error_code EC =
          sys::fs::create_directories(sys::path::parent_path(*Place)))
    return createStringError(*Place + ": " + EC.message());
  if (Error E = printTo(*Place, [&](raw_ostream &OS) {
        Result.Costs.print(OS);
        return Error::success();
      }))
    return std::move(E);
  return std::move(Result);
}
