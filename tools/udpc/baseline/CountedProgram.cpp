//===- CountedProgram.cpp - Runs a program to be checked ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/baseline/CountedProgram.h"
#include "tools/udpc/baseline/CostRuns.h"
#include "tools/udpc/process/Program.h"
#include "tools/udpc/process/RuntimeOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace llvm;
using namespace udpc;

/// Runs \p Program. The profiles go to \p Folder, one a program: children are
/// added up.
static Error run(const CountedProgram &Program, StringRef Folder) {
  std::string Options =
      withUserOptions(cacheProfileOptions(Folder, "%n.%m.cache"));
  setenv("UDPC_OPTIONS", Options.c_str(), /*overwrite=*/1);
  Expected<pid_t> Child =
      startProgram(Program.Words, ProgramOutput::StandardError, Program.Folder);
  if (!Child)
    return Child.takeError();
  Expected<int> Status = exitStatusOf(*Child);
  if (!Status)
    return Status.takeError();
  if (*Status)
    return createStringError(join(Program.Words, " ") + ": exit status " +
                             Twine(*Status));
  return Error::success();
}

/// Returns the profile in \p Folder.
static Expected<std::string> profileIn(StringRef Folder, StringRef Program) {
  std::vector<std::string> Files;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Folder, EC), End; It != End && !EC;
       It.increment(EC))
    Files.push_back(It->path());
  if (EC)
    return createStringError(Folder + ": " + EC.message());
  if (Files.size() == 1)
    return Files.front();
  if (Files.empty())
    return createStringError(Program + ": no profile is left: compile it with "
                                       "-fudpc-profile=counts");
  sort(Files);
  std::string Names;
  for (StringRef File : Files)
    Names += " " + sys::path::filename(File).split('.').first.str();
  return createStringError(Program +
                           ": several programs have left profiles; run one of "
                           "them:" +
                           Names);
}

Expected<Baseline> udpc::runProgram(const CountedProgram &Program,
                                    const CostSelection &Selection,
                                    StringRef Project) {
  if (Program.Words.empty())
    return createStringError("--run: name the program: --run -- ./app file");
  SmallString<128> Folder;
  if (std::error_code EC = sys::fs::createUniqueDirectory("udpc-check", Folder))
    return createStringError(Folder + ": " + EC.message());
  scope_exit Remove([&] { sys::fs::remove_directories(Folder); });
  if (Error E = run(Program, Folder))
    return std::move(E);
  if (!Program.Results.empty()) {
    SmallString<128> Results(Program.Folder);
    sys::path::append(Results, Program.Results);
    return readRuns(Results.str().str(), Selection, Project);
  }
  Expected<std::string> Profile = profileIn(Folder, Program.Words.front());
  if (!Profile)
    return Profile.takeError();
  return readRuns(*Profile, Selection, Project);
}
