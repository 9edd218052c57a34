//===- ExportStacks.h - Formats with stacks ------------------- -*- C++ -*-===//
//
// Writes the formats of `udpc export` that have call stacks, for flame graphs
// and profile viewers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTSTACKS_H
#define UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTSTACKS_H

#include "tools/udpc/export/formats/ExportInput.h"

namespace udpc {

/// Folded stacks have one value each, so this fails for several events.
llvm::Error exportFolded(const ExportInput &Input, llvm::raw_ostream &OS);
llvm::Error exportSpeedscope(const ExportInput &Input, llvm::raw_ostream &OS);
llvm::Error exportPprof(const ExportInput &Input, llvm::raw_ostream &OS);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTSTACKS_H
