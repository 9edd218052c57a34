//===- NewestProfile.h - What a command takes by itself --------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_NEWESTPROFILE_H
#define UDPC_TOOLS_UDPC_NEWESTPROFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace udpc {

/// The file that was written last among those in the current folder whose name
/// \p IsProfile takes, or "".
std::string newestFile(llvm::function_ref<bool(llvm::StringRef)> IsProfile);

/// That of udpc.*<Ending>.
std::string newestProfile(llvm::StringRef Ending);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_NEWESTPROFILE_H
