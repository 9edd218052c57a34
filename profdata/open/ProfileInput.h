//===- ProfileInput.h - Opens any profile -----------------------*- C++ -*-===//
//
// Opens whatever a user names as a profile, packed, compressed, continuous or
// in a format of Valgrind, and recognises its kind by its contents. Used by all
// commands that read profiles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_OPEN_PROFILEINPUT_H
#define UDPC_PROFDATA_OPEN_PROFILEINPUT_H

#include "profdata/file/ContinuousFile.h"

namespace udpc {

enum class ProfileKind { Events, Costs, Cachegrind, Callgrind, Log, Unknown };

/// Returns the kind of a file with the unpacked contents \p Bytes. Their first
/// 8 bytes suffice for formats of udpc.
ProfileKind profileKind(llvm::StringRef Bytes);

/// Returns the kind of the regular file \p File, unless it is packed or in a
/// format of Valgrind; else Unknown. Does not read other files, which can be
/// read only once.
ProfileKind kindOfFile(llvm::StringRef File);

/// The contents of a file, unpacked.
class ProfileInput {
public:
  /// Opens \p File ("-": standard input). A file of counts that may change
  /// (continuous=1) becomes a profile of its \p Wanted part. Checks nothing
  /// else. Errors name the file.
  static llvm::Expected<ProfileInput>
  open(llvm::StringRef File, ProfilePart Wanted = ProfilePart::Any);
  /// Unpacks \p Contents, the contents of \p File. Files that may change are
  /// not supported.
  static llvm::Expected<ProfileInput>
  of(std::unique_ptr<llvm::MemoryBuffer> Contents, llvm::StringRef File);

  llvm::StringRef file() const { return File; }
  llvm::StringRef bytes() const { return Contents->getBuffer(); }
  llvm::MemoryBufferRef buffer() const { return *Contents; }
  ProfileKind kind() const { return Kind; }
  /// Returns what is missing in the contents, a sentence without a period; ""
  /// if nothing is.
  llvm::StringRef note() const { return Note; }

private:
  std::string File, Note;
  std::unique_ptr<llvm::MemoryBuffer> Contents;
  ProfileKind Kind = ProfileKind::Unknown;
};

} // namespace udpc

#endif // UDPC_PROFDATA_OPEN_PROFILEINPUT_H
