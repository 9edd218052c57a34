//===- ProgramFiles.h - Builds of a program, one in its place --*- C++ -*-===//
//
// What a build makes is kept under a name, and each build can be put where the
// program belongs: it then runs as its users run it, from its own path, with
// its libraries, through scripts.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_LOOP_PROGRAMFILES_H
#define UDPC_TOOLS_UDPC_LOOP_PROGRAMFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <optional>
#include <string>
#include <vector>

namespace udpc {

/// Tells whether a file has been written since.
class FileState {
public:
  explicit FileState(llvm::StringRef File);
  bool operator==(const FileState &R) const;

private:
  std::optional<llvm::sys::fs::UniqueID> Id;
  llvm::sys::TimePoint<> Written;
  uint64_t Size = 0;
};

class ProgramFiles {
public:
  /// \p Folder is ours and is there.
  ProgramFiles(std::vector<std::string> Files, std::string Folder)
      : Files(std::move(Files)), Folder(std::move(Folder)) {}

  const std::vector<std::string> &files() const { return Files; }

  /// Keeps what is in place under \p Build.
  llvm::Error keep(llvm::StringRef Build);
  /// Puts what \p Build has into place.
  llvm::Error place(llvm::StringRef Build);
  /// Gives each file in place a copy of its own, so that a build that writes
  /// into it does not write into what is kept.
  llvm::Error detach();
  /// Of what \p Build would execute: hints change nothing else, but for debug
  /// information.
  uint64_t codeHash(llvm::StringRef Build) const {
    return Hashes.lookup(Build);
  }

private:
  std::string kept(llvm::StringRef Build, size_t Index) const;

  std::vector<std::string> Files;
  std::string Folder;
  llvm::StringMap<uint64_t> Hashes;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOOP_PROGRAMFILES_H
