//===- ModuleBuildId.h - The build ID of a profiled module ------*- C++ -*-===//

#ifndef UDPC_PROFDATA_BINARY_MODULEBUILDID_H
#define UDPC_PROFDATA_BINARY_MODULEBUILDID_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace udpc {

/// The build ID of the executable or library \p Path in hexadecimal. "" if it
/// has none, cannot be read, or was rebuilt since it was profiled: the section
/// \p Section must have all of \p Tables, which are the profile's.
std::string moduleBuildId(llvm::StringRef Path, llvm::StringRef Section,
                          llvm::ArrayRef<llvm::StringRef> Tables);

} // namespace udpc

#endif // UDPC_PROFDATA_BINARY_MODULEBUILDID_H
