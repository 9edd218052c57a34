//===- PackedProfile.h - Reads compressed profiles --------------*- C++ -*-===//
//
// Unpacks profiles and limits their size: files may be hostile. Used by
// ProfileInput and other readers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_FILE_PACKEDPROFILE_H
#define UDPC_PROFDATA_FILE_PACKEDPROFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace udpc {

/// Returns the maximum size to which a compressed file of \p Size bytes may
/// decompress: 1000 times the size, but at least 256 MiB and at most 4 GiB.
/// Profiles whose counts are nearly all 0 have the highest ratios.
uint64_t maxUnpackedSize(uint64_t Size);

/// Unpacks the packed profile (udpc/references.h) in \p Bytes, which may be
/// hostile. \p Name is for messages. Fails if the profile, or the sum of its
/// parts, would have more than \p MaxSize bytes.
llvm::Expected<std::string>
unpackProfile(llvm::StringRef Bytes, llvm::StringRef Name, uint64_t MaxSize);
inline llvm::Expected<std::string> unpackProfile(llvm::StringRef Bytes,
                                                 llvm::StringRef Name) {
  return unpackProfile(Bytes, Name, maxUnpackedSize(Bytes.size()));
}

/// Decompresses the zstd frame \p Bytes (RFC 8878), which may be hostile. Fails
/// if its header has no content size, or one above maxUnpackedSize().
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
decompressFrame(llvm::StringRef Bytes, llvm::StringRef Name);

/// Whether a file that begins with \p Begin may be a profile of any kind.
bool mayBeProfile(llvm::StringRef Begin);

/// Replaces \p Buffer, the contents of \p File, by the profile in it if it is
/// packed, compressed by zstd, or both.
llvm::Error decompressProfile(std::unique_ptr<llvm::MemoryBuffer> &Buffer,
                              llvm::StringRef File);

} // namespace udpc

#endif // UDPC_PROFDATA_FILE_PACKEDPROFILE_H
