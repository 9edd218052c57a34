//===- SourcePath.cpp - Normalised names of source files ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/SourcePath.h"
#include "profdata/support/PathGlob.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace udpc;

/// Whether the two name different files, as far as they are accessible.
static bool areDifferentFiles(StringRef A, StringRef B) {
  sys::fs::file_status StatusA, StatusB;
  return !sys::fs::status(A, StatusA) &&
         (sys::fs::status(B, StatusB) ||
          !sys::fs::equivalent(StatusA, StatusB));
}

std::string udpc::absolutePath(StringRef File, StringRef Directory) {
  SmallString<128> Path(File);
  if (!Directory.empty())
    sys::path::make_absolute(Directory, Path);
  sys::path::remove_dots(Path);
  std::string Short = normalisedPath(Path);
  // Only a path with `..` can have changed.
  if (Short != Path.str() && areDifferentFiles(Path, Short))
    return Path.str().str();
  return Short;
}
