//===- Output.h - Output to files and standard output -----------*- C++ -*-===//
//
// Output of all commands, with errors that LLVM's streams would drop.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_OUTPUT_OUTPUT_H
#define UDPC_TOOLS_UDPC_OUTPUT_OUTPUT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace udpc {

/// Flushes standard output. Fails if not all of it could be written.
llvm::Error finishStandardOutput();

/// Calls \p Print with standard output if \p File is "" or "-", else with \p
/// File, which is replaced atomically.
llvm::Error printTo(llvm::StringRef File,
                    llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Print);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OUTPUT_OUTPUT_H
