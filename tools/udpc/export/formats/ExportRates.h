//===- ExportRates.h - Formats with rates --------------------- -*- C++ -*-===//
//
// Writes the formats of `udpc export` that show logs over time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTRATES_H
#define UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTRATES_H

#include "tools/udpc/export/formats/ExportInput.h"

namespace udpc {

/// Writes a counter track for the rate of each event, in the JSON that Perfetto
/// and Chromium's trace viewer read.
llvm::Error exportPerfetto(const ExportInput &Input, llvm::raw_ostream &OS);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTRATES_H
