//===- ProfileInput.h - Reads files that may be profiles --------*- C++ -*-===//
//
// Opens any file that a user names as a profile, packed, compressed or
// continuous. Used by all commands that read profiles.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_FILE_PROFILEINPUT_H
#define UDPC_PROFDATA_FILE_PROFILEINPUT_H

#include "profdata/file/ContinuousFile.h"

namespace udpc {

/// Returns the contents of \p File ("-": standard input), unpacked if they are
/// packed or compressed by zstd. Does not check anything else. Errors name the
/// file.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openProfile(llvm::StringRef File);

/// Like openProfile(File). Converts a file of counts that may change
/// (continuous=1) to a profile of its \p Wanted part, and sets \p Note to what
/// is missing in it, a sentence without a period; else to "".
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openProfile(llvm::StringRef File, ProfilePart Wanted, std::string &Note);

} // namespace udpc

#endif // UDPC_PROFDATA_FILE_PROFILEINPUT_H
