//===- WholeFile.h - Writes a file atomically -------------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_WHOLEFILE_H
#define UDPC_PROFDATA_WHOLEFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// Writes the output of \p Print to a temporary file and renames it to \p Path;
/// writes directly to a pipe or device.
llvm::Error
writeWhole(llvm::StringRef Path,
           llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Print);

} // namespace udpc

#endif // UDPC_PROFDATA_WHOLEFILE_H
