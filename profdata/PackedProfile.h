//===- PackedProfile.h - Reads compressed profiles --------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_PACKEDPROFILE_H
#define UDPC_PROFDATA_PACKEDPROFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace udpc {

/// The profile of the packed one (udpc/references.h) in \p Bytes, which may be
/// hostile. \p Name is for messages.
llvm::Expected<std::string> unpackProfile(llvm::StringRef Bytes,
                                          llvm::StringRef Name);

/// What the zstd frame \p Bytes (RFC 8878), which may be hostile, decompresses
/// to. Fails if it does not say how much that is, or if it is more than a
/// profile of this size can be.
llvm::Expected<std::string> decompressFrame(llvm::StringRef Bytes,
                                            llvm::StringRef Name);

/// Replaces \p Buffer, the contents of \p File, by the profile in it if it is
/// packed, compressed by zstd, or both.
llvm::Error decompressProfile(std::unique_ptr<llvm::MemoryBuffer> &Buffer,
                              llvm::StringRef File);

} // namespace udpc

#endif // UDPC_PROFDATA_PACKEDPROFILE_H
