//===- ProfileChoice.h - Chooses the profiles of a command ------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PROFILES_PROFILECHOICE_H
#define UDPC_TOOLS_UDPC_PROFILES_PROFILECHOICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace udpc {

/// The files that a command without names searches in the current folder.
enum class ProfileSearch {
  Events, ///< udpc.*.prof
  Caches, ///< udpc.*.cache
  Costs,  ///< These, and cachegrind.out.*.
  Either  ///< udpc.*.prof and udpc.*.cache
};

/// \p Named, or the newest file if that is empty; a note on standard error
/// names it if there are several. Fails if there is none, with advice.
llvm::Expected<std::vector<std::string>>
chooseProfiles(std::vector<std::string> Named, ProfileSearch Search);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROFILES_PROFILECHOICE_H
