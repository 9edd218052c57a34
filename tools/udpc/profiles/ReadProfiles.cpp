//===- ReadProfiles.cpp - Reads the profiles of a command -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/profiles/ReadProfiles.h"
#include "profdata/support/ShownText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using namespace llvm;
using namespace udpc;

ModuleTables &udpc::systemTables() {
  static ModuleTables Tables = ModuleTables::ofEnvironment();
  return Tables;
}

void udpc::warnOfMissingTables() {
  static std::set<std::string> Warned;
  for (const std::string &Line : systemTables().missing())
    if (Warned.insert(Line).second)
      WithColor::warning(errs(), "udpc") << shownText(Line) << '\n';
}

void udpc::printWarnings(ProfileSum &Sum, ProfilePart Wanted) {
  for (const std::string &W : Sum.takeWarnings())
    WithColor::warning(errs(), "udpc") << shownText(W) << '\n';
  if (Wanted == ProfilePart::Any)
    for (const std::string &N : Sum.notes())
      WithColor::note(errs(), "udpc") << shownText(N) << '\n';
  warnOfMissingTables();
}

Expected<ProfileSum> udpc::readProfiles(ArrayRef<std::string> Files,
                                        ProfilePart Wanted) {
  bool IsWatched = Files.size() > 100 && sys::Process::StandardErrIsDisplayed();
  ProfileSum Sum(&systemTables(), Wanted);
  for (auto [I, File] : enumerate(Files)) {
    if (Error E = Sum.addFile(File))
      return std::move(E);
    bool IsLast = I + 1 == Files.size();
    if (IsWatched && (I % 50 == 49 || IsLast))
      errs() << "\rudpc: " << I + 1 << " of " << Files.size() << " profiles"
             << (IsLast ? "\n" : "");
  }
  printWarnings(Sum, Wanted);
  return Sum;
}

Expected<ProfileSum> udpc::readProfile(const ProfileInput &Input,
                                       ProfilePart Wanted) {
  ProfileSum Sum(&systemTables(), Wanted);
  if (Error E = Sum.add(Input))
    return std::move(E);
  printWarnings(Sum, Wanted);
  return Sum;
}
