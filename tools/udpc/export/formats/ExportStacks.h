//===- ExportStacks.h - Formats of udpc export with stacks ------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTSTACKS_H
#define UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTSTACKS_H

#include "tools/udpc/export/formats/ExportInput.h"

namespace udpc {

/// Folded stacks have one value each: fails if there are several events.
llvm::Error exportFolded(const ExportInput &Input, llvm::raw_ostream &OS);
llvm::Error exportSpeedscope(const ExportInput &Input, llvm::raw_ostream &OS);
llvm::Error exportPprof(const ExportInput &Input, llvm::raw_ostream &OS);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_EXPORT_FORMATS_EXPORTSTACKS_H
