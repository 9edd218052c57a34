//===- ProfileInput.h - Reads files that may be profiles --------*- C++ -*-===//

#ifndef UDPC_PROFDATA_FILE_PROFILEINPUT_H
#define UDPC_PROFDATA_FILE_PROFILEINPUT_H

#include "profdata/file/ContinuousFile.h"

namespace udpc {

/// The contents of \p File ("-": standard input), unpacked if they are packed
/// or compressed by zstd. Nothing else is checked. Errors name the file.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openProfile(llvm::StringRef File);

/// The same. Of a file of counts that may change (continuous=1), a profile of
/// its \p Wanted part instead, and in \p Note what is missing in it, a sentence
/// without a period; else "".
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
openProfile(llvm::StringRef File, ProfilePart Wanted, std::string &Note);

} // namespace udpc

#endif // UDPC_PROFDATA_FILE_PROFILEINPUT_H
