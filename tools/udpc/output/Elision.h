//===- Elision.h - Shortens text for terminals ------------------*- C++ -*-===//
//
// Shortens names and paths where they say least, so that lines fit terminals.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_OUTPUT_ELISION_H
#define UDPC_TOOLS_UDPC_OUTPUT_ELISION_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace udpc {

/// Returns the number of columns of \p Text, which is UTF-8.
size_t columnsOf(llvm::StringRef Text);

/// Returns \p Text in at most \p Width columns. Omits, until it fits, template
/// arguments ("std::map<…>::find"), folders but the first ("/usr/…/a.h:12"),
/// the parameters of functions, and then the middle.
std::string elide(llvm::StringRef Text, size_t Width);

/// Returns \p Text in at most \p Width columns, without its end: "for (int…".
std::string cutEnd(llvm::StringRef Text, size_t Width);

/// Returns \p Text with spaces behind it up to \p Width columns.
std::string padded(llvm::StringRef Text, size_t Width);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OUTPUT_ELISION_H
