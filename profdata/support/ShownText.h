//===- ShownText.h - Escapes text from files for terminals ------*- C++ -*-===//
//
// Names of symbols, events, files and commands come from programs and profiles
// that may be hostile. Unescaped control characters would be interpreted by the
// terminal.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_SUPPORT_SHOWNTEXT_H
#define UDPC_PROFDATA_SUPPORT_SHOWNTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace udpc {

/// \p Text on one line of a terminal: control characters (C0, DEL, C1), those
/// that change the direction of text or end a line, and bytes that are no UTF-8
/// are escaped, as "\x1b" or "\u202e". Other text is unchanged.
std::string shownText(llvm::StringRef Text);

/// The same for a message, which may have several lines: newlines and tabs are
/// kept.
std::string shownMessage(const llvm::Twine &Message);

} // namespace udpc

#endif // UDPC_PROFDATA_SUPPORT_SHOWNTEXT_H
