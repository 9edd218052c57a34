//===- Output.h - Where commands print to ----------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_OUTPUT_OUTPUT_H
#define UDPC_TOOLS_UDPC_OUTPUT_OUTPUT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace udpc {

/// The error says that not all of standard output could be written.
llvm::Error finishStandardOutput();

/// Runs \p Print on standard output if \p File is "" or "-", else, in one
/// piece, on \p File.
llvm::Error printTo(llvm::StringRef File,
                    llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Print);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OUTPUT_OUTPUT_H
