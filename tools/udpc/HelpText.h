//===- HelpText.h - Help that fits terminals --------------------*- C++ -*-===//
//
// Wraps the --help of udpc, which LLVM's CommandLine does not do.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_HELPTEXT_H
#define UDPC_TOOLS_UDPC_HELPTEXT_H

#include <cstddef>

namespace udpc {

/// Wraps the option texts of all commands to \p Columns columns. An option with
/// a long list of values shows a name in place of the list, which its text has.
void fitHelp(size_t Columns);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_HELPTEXT_H
