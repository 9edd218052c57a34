//===- Progress.cpp - Progress of long operations -------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/output/Progress.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace udpc;

/// Returns the text that is on the terminal.
static std::string &shown() {
  static std::string Text;
  return Text;
}

void Progress::clear() {
  if (!shown().empty())
    errs() << '\r' << std::string(shown().size(), ' ') << '\r';
  shown().clear();
}

void Progress::show(const Twine &Much) {
  std::string Text = ("udpc: " + What + ": " + Much).str();
  if (!sys::Process::StandardErrIsDisplayed() || Text == shown())
    return;
  clear();
  errs() << Text;
  shown() = std::move(Text);
}
