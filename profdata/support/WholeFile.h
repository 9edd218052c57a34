//===- WholeFile.h - Reads and writes files as a whole ----------*- C++ -*-===//
//
// Handles standard streams, pipes and devices, and writes files atomically.
// Used by all readers and writers of files.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_SUPPORT_WHOLEFILE_H
#define UDPC_PROFDATA_SUPPORT_WHOLEFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class MemoryBuffer;
class raw_ostream;
} // namespace llvm

namespace udpc {

/// The maximum number of bytes that are read from a stream: standard input, a
/// pipe or a device, which may be endless. Regular files are mapped and may
/// have any size.
constexpr uint64_t MaxStreamSize = uint64_t(1) << 30;

/// Whether a stream that begins with these 4096 bytes may be what its reader
/// expects. Shorter streams and regular files are not checked.
using BeginCheck = llvm::function_ref<bool(llvm::StringRef)>;

/// Reads \p Path. Errors name it. The contents need not be followed by a NUL
/// byte. If \p MayBegin refuses a stream, only its beginning is read; the
/// caller must refuse it, too.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readWhole(llvm::StringRef Path, BeginCheck MayBegin = nullptr);
/// Like readWhole(); "-" stands for standard input.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readWholeOrInput(llvm::StringRef Path, BeginCheck MayBegin = nullptr);

/// Like readWhole() and readWholeOrInput(), for text: a NUL byte follows the
/// contents. Fails if \p MayBegin refuses a stream; by default it refuses a
/// stream with a NUL byte in its beginning.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readText(llvm::StringRef Path, BeginCheck MayBegin = nullptr);
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readTextOrInput(llvm::StringRef Path, BeginCheck MayBegin = nullptr);

/// Writes the output of \p Print to a temporary file and renames it to \p Path.
/// Writes directly to "-" (standard output), pipes, sockets and character
/// devices. A symbolic link is replaced, unless it leads to one of these and
/// belongs to root or this user. Fails for block devices.
llvm::Error
writeWhole(llvm::StringRef Path,
           llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Print);
llvm::Error writeWhole(llvm::StringRef Path, llvm::StringRef Bytes);

} // namespace udpc

#endif // UDPC_PROFDATA_SUPPORT_WHOLEFILE_H
