//===- Pager.h - Long output for people -------------------------*- C++ -*-===//
//
// Shows output that is longer than the terminal in a pager, as git does.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_OUTPUT_PAGER_H
#define UDPC_TOOLS_UDPC_OUTPUT_PAGER_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace udpc {

/// Like printTo() (Output.h). If standard output is a terminal and the output
/// has more lines, $PAGER shows it, "less" if that is unset; no pager if it is
/// "" or "cat", cannot be started, or the terminal is dumb. Whether the user
/// leaves the pager early is no error.
llvm::Error
printPaged(llvm::StringRef File,
           llvm::function_ref<llvm::Error(llvm::raw_ostream &)> Print);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OUTPUT_PAGER_H
