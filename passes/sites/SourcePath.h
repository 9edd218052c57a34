//===- SourcePath.h - Normalised names of source files ----------*- C++ -*-===//
//
// Normalises the names of source files in debug info, for matching and for
// tables.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SITES_SOURCEPATH_H
#define UDPC_PASSES_SITES_SOURCEPATH_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

/// The path of \p File of debug info, relative to \p Directory, without `.` and
/// `..`. A `..` after a symbolic link stays, as it leads elsewhere. A path
/// stays relative if -ffile-prefix-map has mapped it.
std::string absolutePath(llvm::StringRef File, llvm::StringRef Directory);

/// Records in \p M that tables name files below \p Root relative to it. The
/// record survives LTO.
void addPathRoot(llvm::Module &M, llvm::StringRef Root);

/// Makes tablePath use the roots of \p M on this thread.
void usePathRootsOf(const llvm::Module &M);

/// The name of \p Path in tables.
std::string tablePath(llvm::StringRef Path);

} // namespace udpc

#endif // UDPC_PASSES_SITES_SOURCEPATH_H
