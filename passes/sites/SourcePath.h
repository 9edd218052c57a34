//===- SourcePath.h - One spelling of a source file ------------*- C++ -*-===//

#ifndef UDPC_PASSES_SITES_SOURCEPATH_H
#define UDPC_PASSES_SITES_SOURCEPATH_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

/// \p File as debug info has it, behind \p Directory if it is relative, without
/// `.` and `..`. A `..` behind a symbolic link stays, as it leads elsewhere. It
/// stays relative where debug info says so: -ffile-prefix-map has mapped it.
std::string absolutePath(llvm::StringRef File, llvm::StringRef Directory);

/// Notes in \p M that tables name files below \p Root relative to it. The note
/// is kept through LTO.
void addPathRoot(llvm::Module &M, llvm::StringRef Root);

/// Makes tablePath, on this thread, name files as \p M has it.
void usePathRootsOf(const llvm::Module &M);

/// \p Path as tables name it.
std::string tablePath(llvm::StringRef Path);

} // namespace udpc

#endif // UDPC_PASSES_SITES_SOURCEPATH_H
