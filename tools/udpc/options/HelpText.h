//===- HelpText.h - Help that fits terminals --------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_OPTIONS_HELPTEXT_H
#define UDPC_TOOLS_UDPC_OPTIONS_HELPTEXT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace udpc {

/// \p Text with line breaks in place of spaces, so that no line is longer than
/// \p Columns unless a word is.
std::string wrapText(llvm::StringRef Text, size_t Columns);

/// Breaks the texts of all commands' options so that --help has at most
/// \p Columns columns, and names a value instead of listing what it may be if
/// the list is long: the option's text has it.
void fitHelp(size_t Columns);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OPTIONS_HELPTEXT_H
