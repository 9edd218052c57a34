//===- ProfileChoice.h - Which profiles a command takes --------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PROFILECHOICE_H
#define UDPC_TOOLS_UDPC_PROFILECHOICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace udpc {

/// What a command without names looks for in the current folder.
enum class ProfileSearch {
  Events, ///< udpc.*.prof
  Caches, ///< udpc.*.cache
  Costs   ///< These, and cachegrind.out.*.
};

/// \p Named, or the one that was written last if that is empty; a note on
/// standard error says which, if there are several. The error says
/// that there is none, and what to do.
llvm::Expected<std::vector<std::string>>
chooseProfiles(std::vector<std::string> Named, ProfileSearch Search);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROFILECHOICE_H
