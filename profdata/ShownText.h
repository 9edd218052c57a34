//===- ShownText.h - Text from files, for people to read -------*- C++ -*-===//
//
// Names of symbols, events, files and commands come from programs and profiles
// that somebody else may have made. Printed as they are, their control
// characters would be commands to the terminal.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_SHOWNTEXT_H
#define UDPC_PROFDATA_SHOWNTEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace udpc {

/// \p Text on one line of a terminal: control characters (C0, DEL, C1), those
/// that change the direction of text or end a line, and bytes that are no UTF-8
/// are escaped, as "\x1b" or "\u202e". The rest is as it was.
std::string shownText(llvm::StringRef Text);

/// A message, which may have several lines: ends of lines and tabs stay.
std::string shownMessage(const llvm::Twine &Message);

} // namespace udpc

#endif // UDPC_PROFDATA_SHOWNTEXT_H
