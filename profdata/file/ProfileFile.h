//===- ProfileFile.h - Common parts of profile files ------------*- C++ -*-===//
//
// Event profiles and cache profiles begin with the same header
// (abi::ProfileHeader), with magic, version, size and checksum. Used by the
// readers and writers of both.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_FILE_PROFILEFILE_H
#define UDPC_PROFDATA_FILE_PROFILEFILE_H

#include "profdata/support/RecordBytes.h"
#include "udpc/abi.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <string>

namespace udpc {

/// Returns the size of the command line, or of another text, with its padding.
inline uint64_t paddedSize(uint64_t Size) { return (Size + 7) & ~uint64_t(7); }

/// Returns the error "Name: Reason".
llvm::Error invalidProfile(llvm::StringRef Name, const llvm::Twine &Reason);

inline bool hasMagic(llvm::StringRef Bytes, const char (&Magic)[8]) {
  return Bytes.starts_with(llvm::StringRef(Magic, sizeof(Magic)));
}

/// Bytes of a file that are the same as in an earlier file, so that their
/// checksum is known.
struct KnownBytes {
  uint64_t Begin = 0, Size = 0; ///< Begin is relative to the end of the header.
  uint32_t Checksum = 0;        ///< The checksum of these bytes alone.
};

/// Returns the checksum of \p Bytes alone.
uint32_t checksumOf(llvm::StringRef Bytes);

/// Checks magic, version (from 1 to \p Version), size and checksum of \p Data.
/// \p Kind ("udpc profile") and \p Name are for messages.
llvm::Expected<abi::ProfileHeader>
checkProfile(llvm::StringRef Data, llvm::StringRef Name, llvm::StringRef Kind,
             const char (&Magic)[8], uint32_t Version,
             const KnownBytes &Known = {});

/// Reads the unit's abi::UnitRec and the path of its module; "" in versions
/// before 3, which have neither. Returns false if they are cut off.
bool takeModule(RecordCursor &C, uint32_t Version, llvm::StringRef &Path);
/// Appends an abi::UnitRec and the path of a module.
void appendModule(std::string &Out, llvm::StringRef Path);

/// Writes \p H, with size and checksum filled in, to the reserved front of \p
/// Out.
void sealProfile(std::string &Out, abi::ProfileHeader H);

} // namespace udpc

#endif // UDPC_PROFDATA_FILE_PROFILEFILE_H
