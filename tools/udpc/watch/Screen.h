//===- Screen.h - A terminal that is redrawn --------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_WATCH_SCREEN_H
#define UDPC_TOOLS_UDPC_WATCH_SCREEN_H

#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <termios.h>

namespace udpc {

/// Takes over the terminal (standard input and output) while it exists, and
/// gives it back as it was, also when a signal ends the process. Only one at a
/// time.
class Screen {
public:
  Screen();
  ~Screen();
  Screen(const Screen &) = delete;
  Screen &operator=(const Screen &) = delete;

  /// Lines of the terminal, 1 or more.
  int height() const;
  /// Shows \p Text, as far as it fits. Its lines have no control characters.
  void show(llvm::StringRef Text);

  enum Event {
    Time,
    Key,    ///< key() has it.
    Redraw, ///< The size has changed, or the process was stopped.
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
