//===- ExportCoverage.h - Coverage formats -------------------- -*- C++ -*-===//
//
// Writes the formats of `udpc export` that count source lines.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTCOVERAGE_H
#define UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTCOVERAGE_H

#include "tools/udpc/export/formats/ExportInput.h"

namespace udpc {

/// Write line coverage. Both fail if no line is counted.
llvm::Error exportLcov(const ExportInput &Input, llvm::raw_ostream &OS);
llvm::Error exportCobertura(const ExportInput &Input, llvm::raw_ostream &OS);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTCOVERAGE_H
