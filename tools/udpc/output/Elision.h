//===- Elision.h - Shortens text for terminals ------------------*- C++ -*-===//
//
// Shortens names and paths where they say least, and breaks lines, so that text
// fits terminals.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
/// the parameters of functions, scopes ("…::find(…)"), and then the middle, of
/// paths the beginning.
std::string elide(llvm::StringRef Text, size_t Width);

/// Returns \p Text in at most \p Width columns, without its end: "for (int…".
std::string cutEnd(llvm::StringRef Text, size_t Width);

/// Returns \p Text with line breaks in place of spaces, so that no line exceeds
/// \p Columns unless a word does. The text stands at column \p Indent. It is
/// unchanged if \p Columns is SIZE_MAX.
std::string wrapText(llvm::StringRef Text, size_t Columns, size_t Indent = 0);

/// Returns \p Text with spaces behind it up to \p Width columns.
std::string padded(llvm::StringRef Text, size_t Width);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OUTPUT_ELISION_H
