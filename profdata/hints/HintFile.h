//===- HintFile.h - Hints as LLVM sample profiles ---------------*- C++ -*-===//
//
// The format that google/autofdo's create_llvm_prof writes and LLVM up to
// release 21 read: a hint is the target of an indirect call at its key, whose
// count is the delta (docs/hints.md).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_HINTS_HINTFILE_H
#define UDPC_PROFDATA_HINTS_HINTFILE_H

#include "profdata/hints/HintSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MemoryBuffer.h"

namespace udpc {

enum class HintFileForm { Text, Binary, ExtBinary };
/// "text", "binary", "extbinary"; nothing for other words.
std::optional<HintFileForm> hintFileForm(llvm::StringRef Word);

struct HintFile {
  HintSet Hints;
  /// Warnings about ignored or suspicious input. One line each, with the file's
  /// name.
  std::vector<std::string> Warnings;
};

/// Reads any of the forms. Errors name the file, and the line of text files.
/// Not thread-safe: LLVM's sample profile code uses global variables.
llvm::Expected<HintFile> readHintFile(llvm::StringRef Path);
/// Like readHintFile(), but "-" is standard input.
llvm::Expected<HintFile> readHintsOrInput(llvm::StringRef Path);
llvm::Expected<HintFile> readHints(std::unique_ptr<llvm::MemoryBuffer> Buffer);

/// Whether sample profiles in text form can hold the function name \p Name.
bool canBeInText(llvm::StringRef Name);

/// The bytes of a file with \p Hints. Fails if the form cannot represent them,
/// and names another: sets with hashes need ExtBinary, and Text cannot
/// represent every name.
llvm::Expected<std::string> hintFileBytes(const HintSet &Hints,
                                          HintFileForm Form);

/// As writeWhole (profdata/support/WholeFile.h) does.
llvm::Error writeHintFile(const HintSet &Hints, HintFileForm Form,
                          llvm::StringRef Path);

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINTFILE_H
