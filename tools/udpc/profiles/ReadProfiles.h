//===- ReadProfiles.h - Reads many profiles ---------------------*- C++ -*-===//
//
// Adds up the files of a command with progress and warnings.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PROFILES_READPROFILES_H
#define UDPC_TOOLS_UDPC_PROFILES_READPROFILES_H

#include "profdata/events/EventProfile.h"
#include "profdata/support/ShownText.h"
#include "tools/udpc/profiles/SystemTables.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <type_traits>

namespace udpc {

/// Adds up \p Files, showing progress on a terminal if there are many.
template <typename Profiles>
llvm::Error readAll(llvm::ArrayRef<std::string> Files, Profiles &Profile) {
  bool Watched =
      Files.size() > 100 && llvm::sys::Process::StandardErrIsDisplayed();
  for (size_t I = 0; I != Files.size(); ++I) {
    if (llvm::Error E = Profile.addFile(Files[I]))
      return E;
    if (Watched && (I % 50 == 49 || I + 1 == Files.size()))
      llvm::errs() << "\rudpc: " << I + 1 << " of " << Files.size()
                   << " profiles" << (I + 1 == Files.size() ? "\n" : "");
  }
  if constexpr (!std::is_same_v<Profiles, EventProfile>)
    Profile.printWarnings();
  warnOfMissingTables();
  if constexpr (std::is_same_v<Profiles, EventProfile>)
    for (const std::string &Note : Profile.notes())
      llvm::WithColor::warning(llvm::errs(), "udpc") << shownText(Note) << '\n';
  return llvm::Error::success();
}

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROFILES_READPROFILES_H
