//===- ProfileChoice.h - Chooses the profiles of a command ------*- C++ -*-===//
//
// Finds the profile that a command without file names uses.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PROFILES_PROFILECHOICE_H
#define UDPC_TOOLS_UDPC_PROFILES_PROFILECHOICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace udpc {

/// The names that a command without files searches for in the current folder.
enum class ProfileSearch {
  Events, ///< udpc.*.prof
  Caches, ///< udpc.*.cache
  Costs,  ///< udpc.*.cache and cachegrind.out.*
  Either  ///< udpc.*.prof and udpc.*.cache
};

/// Returns \p Named, or the newest file if that is empty. If there are several,
/// a note on standard error names it. Fails with advice if there is none.
llvm::Expected<std::vector<std::string>>
chooseProfiles(std::vector<std::string> Named, ProfileSearch Search);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROFILES_PROFILECHOICE_H
