//===- Terminal.h - The terminal that output goes to ------------*- C++ -*-===//
//
// The size of the terminal, and whether text has colours. All commands decide
// both here.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_OUTPUT_TERMINAL_H
#define UDPC_TOOLS_UDPC_OUTPUT_TERMINAL_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/WithColor.h"
#include <cstddef>

namespace udpc {

/// Returns how many columns a line on \p OS may have: those of the terminal,
/// or SIZE_MAX if standard output is none, or \p OS is something else.
size_t textWidth(const llvm::raw_ostream &OS);

/// Prints the line \p Text on \p OS, broken between words where the terminal
/// ends.
void printSentence(llvm::raw_ostream &OS, const llvm::Twine &Text);

/// Returns the number of rows of the terminal on standard output.
size_t terminalRows();

/// Whether the environment variable TERM describes a terminal that can move its
/// cursor.
bool isCapableTerminal();

/// Sets whether output has colours: the value of --color.
void setColorMode(llvm::ColorMode Mode);

/// Returns whether text on \p OS has colours. The order is: --color, unless \p
/// OS has messages; the environment variable NO_COLOR (https://no-color.org);
/// whether \p OS is shown on a terminal, and which.
bool hasColors(const llvm::raw_ostream &OS);

/// While it exists, text on \p OS, a buffer, counts as text on the terminal.
class TerminalBuffer {
public:
  explicit TerminalBuffer(llvm::raw_ostream &OS);
  TerminalBuffer(const TerminalBuffer &) = delete;
  TerminalBuffer &operator=(const TerminalBuffer &) = delete;
  ~TerminalBuffer();
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OUTPUT_TERMINAL_H
