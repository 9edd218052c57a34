//===- HintFile.h - Hints in the form of LLVM's sample profiles -*- C++ -*-==//
//
// The form that google/autofdo's create_llvm_prof writes and LLVM up to release
// 21 read: a hint is the target of an indirect call at its key, whose count is
// the delta (docs/hints-format.md).
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
  /// What was left out or is doubtful. One line each, with the file's name.
  std::vector<std::string> Warnings;
};

/// Reads any of the forms. The error names the file, the line where there is
/// one, and what is wrong. Not for several threads that also use LLVM's sample
/// profiles otherwise: LLVM keeps what it has read last in global variables.
llvm::Expected<HintFile> readHintFile(llvm::StringRef Path);
llvm::Expected<HintFile> readHints(std::unique_ptr<llvm::MemoryBuffer> Buffer);

/// The bytes of a file that holds \p Hints. The error says which form to
/// choose: sets with hashes are for ExtBinary alone, and not every name is for
/// Text.
llvm::Expected<std::string> hintFileBytes(const HintSet &Hints,
                                          HintFileForm Form);

/// As writeWhole (profdata/WholeFile.h) does.
llvm::Error writeHintFile(const HintSet &Hints, HintFileForm Form,
                          llvm::StringRef Path);

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINTFILE_H
