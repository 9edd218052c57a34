//===- LinkInputs.h - The files of a link -----------------------*- C++ -*-===//
//
// Finds the files that a link reads, in which the driver looks for udpc's
// records before the link and after it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CLANG_LINK_LINKINPUTS_H
#define UDPC_TOOLS_UDPC_CLANG_LINK_LINKINPUTS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <vector>

namespace udpc {

/// The inputs of a link that its command line names, and where the linker looks
/// for libraries.
struct LinkInputs {
  std::vector<std::string> Files;          ///< Objects and archives.
  std::vector<std::string> Libraries;      ///< -l: "z", ":libz.a".
  std::vector<std::string> LibraryFolders; ///< -L.
  std::vector<std::string> RunPaths;       ///< -rpath and -rpath-link.
  bool Static = false;                     ///< -static, -static-pie.
  bool ArchivesOnly = false;               ///< -Bstatic was the last of these.
  /// The linker's option whose value is the linker's next argument, or "".
  std::string LinkerOption;
};

/// Adds to the files of \p Inputs the archives and shared libraries that the
/// linker will find in folders of -L, and the files named in linker scripts.
/// Libraries in other folders belong to the system.
void findLinkInputs(LinkInputs &Inputs);

/// Returns the contents of \p Path; null if it cannot be read. Other files than
/// regular ones are not read: devices may be endless, and pipes can be read
/// only once.
std::unique_ptr<llvm::MemoryBuffer> readRegularFile(llvm::StringRef Path);

/// Returns whether the file \p Path, or a member of the thin archive \p Path,
/// contains \p Text.
bool inputContains(llvm::StringRef Path, llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CLANG_LINK_LINKINPUTS_H
