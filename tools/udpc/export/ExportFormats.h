//===- ExportFormats.h - What udpc export writes ---------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_EXPORT_EXPORTFORMATS_H
#define UDPC_TOOLS_UDPC_EXPORT_EXPORTFORMATS_H

#include "tools/udpc/export/formats/ExportInput.h"
#include "llvm/Support/raw_ostream.h"

namespace udpc {

/// What formats are written from; costs are cache profiles or files in
/// Cachegrind's format. Those of either can be written from logs, too.
enum class ExportSource { Costs, Events, Either, Logs };

struct ExportFormat {
  llvm::StringRef Name; ///< Of --format.
  ExportSource Source;
  /// The error says that the profile's sums are wrong, or that it lacks what
  /// the format needs.
  llvm::Error (*Write)(const ExportInput &Input, llvm::raw_ostream &OS);
};

/// The format of that name, the first for ""; or null.
const ExportFormat *findExportFormat(llvm::StringRef Name);

/// "cachegrind, callgrind, json, ...".
std::string exportFormatNames();
/// Those for \p Source.
std::string exportFormatNames(ExportSource Source);
/// All, and which is the default, for the help text; static.
llvm::StringRef exportFormatHelp();
/// "cachegrind|callgrind|json|csv", which completions are made from; static.
llvm::StringRef exportFormatChoice();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_EXPORT_EXPORTFORMATS_H
