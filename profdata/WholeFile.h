//===- WholeFile.h - Reads and writes files as a whole ----------*- C++ -*-===//

#ifndef UDPC_PROFDATA_WHOLEFILE_H
#define UDPC_PROFDATA_WHOLEFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class MemoryBuffer;
class raw_ostream;
} // namespace llvm

namespace udpc {

/// Reads \p Path. Errors name it. The contents need not end with a NUL byte.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readWhole(llvm::StringRef Path);
/// The same, but "-" is standard input.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readWholeOrInput(llvm::StringRef Path);

/// Writes the output of \p Print to a temporary file and renames it to \p Path;
/// writes directly to a pipe or device.
llvm::Error
writeWhole(llvm::StringRef Path,
           llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Print);

} // namespace udpc

#endif // UDPC_PROFDATA_WHOLEFILE_H
