//===- Terminal.cpp - The terminal that output goes to --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/output/Terminal.h"
#include "tools/udpc/output/Elision.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <cstdlib>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace llvm;
using namespace udpc;

/// The stream of the TerminalBuffer that exists.
static const raw_ostream *Buffered;
static ColorMode Mode = ColorMode::Auto;

static winsize terminalSize() {
  winsize Size = {};
  ioctl(STDOUT_FILENO, TIOCGWINSZ, &Size);
  return Size;
}

size_t udpc::textWidth(const raw_ostream &OS) {
  if (&OS != Buffered &&
      !(&OS == &outs() && sys::Process::StandardOutIsDisplayed()))
    return SIZE_MAX;
  // LLVM knows the environment variable COLUMNS only.
  if (unsigned Columns = sys::Process::StandardOutColumns())
    return Columns;
  unsigned Columns = terminalSize().ws_col;
  return Columns ? Columns : 80;
}

void udpc::printSentence(raw_ostream &OS, const Twine &Text) {
  OS << wrapText(Text.str(), textWidth(OS)) << '\n';
}

size_t udpc::terminalRows() {
  unsigned Rows = terminalSize().ws_row;
  return Rows ? Rows : 24;
}

bool udpc::isCapableTerminal() {
  const char *Name = std::getenv("TERM");
  return Name && *Name && StringRef(Name) != "dumb";
}

void udpc::setColorMode(ColorMode NewMode) { Mode = NewMode; }

bool udpc::hasColors(const raw_ostream &OS) {
  if (Mode != ColorMode::Auto && &OS != &errs())
    return Mode == ColorMode::Enable;
  const char *NoColor = std::getenv("NO_COLOR");
  if ((NoColor && *NoColor) || !isCapableTerminal())
    return false;
  return &OS == Buffered || OS.is_displayed();
}

TerminalBuffer::TerminalBuffer(raw_ostream &OS) {
  OS.enable_colors(true);
  Buffered = &OS;
}

TerminalBuffer::~TerminalBuffer() { Buffered = nullptr; }
