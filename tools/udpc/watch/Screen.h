//===- Screen.h - A redrawn terminal -------------------------- -*- C++ -*-===//
//
// The full-screen terminal of `udpc watch`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_WATCH_SCREEN_H
#define UDPC_TOOLS_UDPC_WATCH_SCREEN_H

#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <termios.h>

namespace udpc {

/// Takes over the terminal (standard input and output) while it exists, and
/// restores it afterwards, also when a signal ends the process. Only one may
/// exist.
class Screen {
public:
  Screen();
  ~Screen();
  Screen(const Screen &) = delete;
  Screen &operator=(const Screen &) = delete;

  /// Returns the number of lines of the terminal, at least 1.
  int height() const;
  /// Returns the number of its columns, at least 1.
  int width() const;
  /// Shows \p Text as far as it fits. Its lines must not have control
  /// characters.
  void show(llvm::StringRef Text);

  enum Event {
    Time,
    Key,    ///< See key().
    Redraw, ///< After a resize or a stop of the process.
    Quit    ///< q, Ctrl-C, or another signal.
  };
  Event waitUntil(std::chrono::steady_clock::time_point Until);
  char key() const { return LastKey; }

private:
  void takeOver();
  void giveBack();

  termios Before;
  char LastKey = 0;
};

/// Waits until \p Until. Returns false at a signal that ends the program.
bool waitForSignal(std::chrono::steady_clock::time_point Until);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_WATCH_SCREEN_H
