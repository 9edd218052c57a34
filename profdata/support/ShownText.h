//===- ShownText.h - Escapes text from files for terminals ------*- C++ -*-===//
//
// Names of symbols, events, files and commands come from programs and profiles
// that may be hostile. A terminal would interpret unescaped control characters.
// Used for all messages that contain such names. Also shortens and joins lines.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_SUPPORT_SHOWNTEXT_H
#define UDPC_PROFDATA_SUPPORT_SHOWNTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace udpc {

/// Returns \p Text for one line of a terminal. Escapes control characters (C0,
/// DEL, C1), characters that change the direction of text or end a line, and
/// bytes that are not UTF-8, as "\x1b" or "\u202e". Other text is unchanged.
std::string shownText(llvm::StringRef Text);

/// Like shownText, for a message that may have several lines: newlines and tabs
/// are kept.
std::string shownMessage(const llvm::Twine &Message);

/// Returns \p Line for messages: shortened and escaped.
std::string shownLine(llvm::StringRef Line);

/// Returns \p Text with spaces for line breaks and NULs, as names from debug
/// information and command lines may have them, for formats without escapes.
std::string oneLine(llvm::StringRef Text);

} // namespace udpc

#endif // UDPC_PROFDATA_SUPPORT_SHOWNTEXT_H
