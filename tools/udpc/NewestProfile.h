//===- NewestProfile.h - What a command takes by itself --------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_NEWESTPROFILE_H
#define UDPC_TOOLS_UDPC_NEWESTPROFILE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace udpc {

/// The file udpc.*<Ending> that was written last in the current folder, or "".
std::string newestProfile(llvm::StringRef Ending);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_NEWESTPROFILE_H
