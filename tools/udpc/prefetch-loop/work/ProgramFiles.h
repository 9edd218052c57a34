//===- ProgramFiles.h - Stores builds of a program --------------*- C++ -*-===//
//
// Stores the outputs of builds under names, and copies any of them to the
// program's own path, where it runs as usual, with its libraries and through
// scripts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_PROGRAMFILES_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_PROGRAMFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <optional>
#include <string>
#include <vector>

namespace udpc {

/// The state of a file, to detect whether it has been written since.
class FileState {
public:
  explicit FileState(llvm::StringRef File);
  bool operator==(const FileState &R) const;

private:
  std::optional<llvm::sys::fs::UniqueID> Id;
  llvm::sys::TimePoint<> Written;
  uint64_t Size = 0;
};

/// The stored builds.
class ProgramFiles {
public:
  /// \p Folder exists and belongs to the loop.
  ProgramFiles(std::vector<std::string> Files, std::string Folder)
      : Files(std::move(Files)), Folder(std::move(Folder)) {}

  const std::vector<std::string> &files() const { return Files; }

  /// Stores the files in place under \p Build.
  llvm::Error keep(llvm::StringRef Build);
  /// Finds the files of \p Build that an earlier process has stored.
  llvm::Error restore(llvm::StringRef Build);
  /// Copies the files of \p Build into place.
  llvm::Error place(llvm::StringRef Build);
  /// Replaces each file in place by a copy, so that a build that writes to it
  /// does not change a stored file.
  llvm::Error detach();
  /// Returns a hash of the code of \p Build. Hints change only code and debug
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

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_PROGRAMFILES_H
