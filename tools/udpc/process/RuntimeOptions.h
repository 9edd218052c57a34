//===- RuntimeOptions.h - UDPC_OPTIONS of started programs ------*- C++ -*-===//
//
// Sets where the profile of a program goes that `udpc run`, `baseline`,
// `check` or `prefetch-loop` starts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PROCESS_RUNTIMEOPTIONS_H
#define UDPC_TOOLS_UDPC_PROCESS_RUNTIMEOPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace udpc {

/// Returns "\p Name=<value>" with quotes, since \p Value may contain a colon.
/// Fails if it has both kinds of quotes.
llvm::Expected<std::string> quotedOption(llvm::StringRef Name,
                                         llvm::StringRef Value);

/// Returns the option \p Name with the value \p File, which may have the
/// runtime's placeholders (%p, %m), in \p Folder, where a percent sign is none.
std::string fileOption(llvm::StringRef Name, llvm::StringRef Folder,
                       llvm::StringRef File);

/// Returns options with which a run leaves nothing but complete cache profiles,
/// in the files \p File of \p Folder.
std::string cacheProfileOptions(llvm::StringRef Folder, llvm::StringRef File);

/// Returns UDPC_OPTIONS as the user has set it, followed by \p Options, which
/// override it.
std::string withUserOptions(llvm::StringRef Options);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PROCESS_RUNTIMEOPTIONS_H
