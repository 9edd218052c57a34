//===- ExportFormats.h - What udpc export writes ---------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_EXPORTFORMATS_H
#define UDPC_TOOLS_UDPC_EXPORTFORMATS_H

#include "profdata/cache/CachegrindFile.h"
#include "tools/udpc/ProfileSum.h"
#include "llvm/Support/raw_ostream.h"

namespace udpc {

struct ExportInput {
  const ProfileSum &Sum; ///< Cache profiles, or files in Cachegrind's format.
  const CachegrindFile::Options &Options; ///< For cache profiles.
};

struct ExportFormat {
  llvm::StringRef Name; ///< Of --format.
  llvm::StringRef Help; ///< What follows the name in the help text, or "".
  /// The error says that the profile's sums are wrong.
  llvm::Error (*Write)(const ExportInput &Input, llvm::raw_ostream &OS);
};

/// The format of that name, the first for ""; or null.
const ExportFormat *findExportFormat(llvm::StringRef Name);

/// "cachegrind, callgrind, json, ...".
std::string exportFormatNames();
/// The same for the help text; static.
llvm::StringRef exportFormatHelp();
/// "cachegrind|callgrind|json|csv"; static.
llvm::StringRef exportFormatChoice();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_EXPORTFORMATS_H
