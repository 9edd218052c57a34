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

/// The most bytes that are read of standard input, a pipe or a device, which
/// may be endless. Regular files are mapped and may have any size.
constexpr uint64_t MaxStreamSize = uint64_t(1) << 30;

/// Whether a file that begins with these bytes (4096 if it has so many) may be
/// what its reader expects.
using BeginCheck = llvm::function_ref<bool(llvm::StringRef)>;

/// Reads \p Path. Errors name it. The contents need not end with a NUL byte. Of
/// a stream that \p MayBegin refuses only the beginning is read, which the
/// caller refuses as well.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readWhole(llvm::StringRef Path, BeginCheck MayBegin = nullptr);
/// The same, but "-" is standard input.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readWholeOrInput(llvm::StringRef Path, BeginCheck MayBegin = nullptr);

/// The same for text: a NUL byte follows it. Fails for a stream that \p
/// MayBegin refuses, by default one that has NUL bytes at its beginning.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readText(llvm::StringRef Path, BeginCheck MayBegin = nullptr);
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readTextOrInput(llvm::StringRef Path, BeginCheck MayBegin = nullptr);

/// Writes the output of \p Print to a temporary file and renames it to \p Path;
/// writes directly to a pipe or character device. Links are followed only to
/// those, and only if root or this user has made them.
llvm::Error
writeWhole(llvm::StringRef Path,
           llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Print);

} // namespace udpc

#endif // UDPC_PROFDATA_WHOLEFILE_H
