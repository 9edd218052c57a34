//===- ExportFormats.h - Formats of udpc export --------------- -*- C++ -*-===//
//
// The table of formats: their names, inputs and writers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_EXPORT_EXPORTFORMATS_H
#define UDPC_TOOLS_UDPC_EXPORT_EXPORTFORMATS_H

#include "tools/udpc/export/formats/ExportInput.h"
#include "llvm/Support/raw_ostream.h"

namespace udpc {

/// Input of a format. Costs are cache profiles or files in Cachegrind's format.
/// Formats of Either can also be written from logs.
enum class ExportSource { Costs, Events, Either, Logs };

/// A format of udpc export.
struct ExportFormat {
  llvm::StringRef Name; ///< Value of --format.
  ExportSource Source;
  /// Writes the format. Fails if the profile's sums are inconsistent or lack
  /// what the format needs. Null for rows, which WriteRows writes.
  llvm::Error (*Write)(const ExportInput &Input, llvm::raw_ostream &OS);

  /// Whether it has a row for each count, and no stacks.
  bool hasRows() const { return !Write; }
};

/// Writes rows and metrics as \p Format. Null in programs without the component
/// fleet.
extern llvm::Error (*WriteRows)(llvm::StringRef Format,
                                const ExportInput &Input,
                                llvm::raw_ostream &OS);

/// Returns the format \p Name, the first for ""; null if there is none.
const ExportFormat *findExportFormat(llvm::StringRef Name);

/// Returns the names: "cachegrind, callgrind, json, ...".
std::string exportFormatNames();
/// Returns the names of the formats for \p Source.
std::string exportFormatNames(ExportSource Source);
/// Returns all names and the default for the help text; static.
llvm::StringRef exportFormatHelp();
/// Returns "cachegrind|callgrind|json|csv", from which completions are
/// generated; static.
llvm::StringRef exportFormatChoice();

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_EXPORT_EXPORTFORMATS_H
