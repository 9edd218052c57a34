//===- HintFile.h - Hints as LLVM sample profiles ---------------*- C++ -*-===//
//
// Reads and writes the format that google/autofdo's create_llvm_prof writes and
// LLVM up to release 21 read: a hint is the target of an indirect call at its
// key, whose count is the delta (docs/hints.md). Used by the compiler and the
// commands that read or write hints.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_HINTS_HINTFILE_H
#define UDPC_PROFDATA_HINTS_HINTFILE_H

#include "profdata/hints/HintSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace udpc {

enum class HintFileForm { Text, Binary, ExtBinary };
/// Parses "text", "binary" or "extbinary". None for other words.
std::optional<HintFileForm> hintFileForm(llvm::StringRef Word);

/// The contents of a hint file.
struct HintFile {
  HintSet Hints;
  /// Warnings about ignored or suspicious input, one line each, with the file's
  /// name.
  std::vector<std::string> Warnings;
};

/// Reads a file in any form. Errors name the file, and the line of text files.
/// Not thread-safe: LLVM's sample profile code uses global variables.
llvm::Expected<HintFile> readHintFile(llvm::StringRef Path);
/// Like readHintFile(); "-" stands for standard input.
llvm::Expected<HintFile> readHintsOrInput(llvm::StringRef Path);
llvm::Expected<HintFile> readHints(std::unique_ptr<llvm::MemoryBuffer> Buffer);

/// Whether sample profiles in text form can contain the function name \p Name.
bool canBeInText(llvm::StringRef Name);

/// Returns the bytes of a file with \p Hints. Fails if \p Form cannot represent
/// them; the error names another form: sets with hashes need ExtBinary, and
/// Text cannot represent every name.
llvm::Expected<std::string> hintFileBytes(const HintSet &Hints,
                                          HintFileForm Form);

/// Writes the file like writeWhole (profdata/support/WholeFile.h).
llvm::Error writeHintFile(const HintSet &Hints, HintFileForm Form,
                          llvm::StringRef Path);

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINTFILE_H
