//===- Progress.h - Progress of long operations -----------------*- C++ -*-===//
//
// Progress of commands that read many or large files.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_OUTPUT_PROGRESS_H
#define UDPC_TOOLS_UDPC_OUTPUT_PROGRESS_H

#include "llvm/ADT/Twine.h"

namespace udpc {

/// Shows the progress of a long operation if standard error is a terminal.
class Progress {
public:
  explicit Progress(llvm::StringRef What) : What(What) {}
  ~Progress() { clear(); }
  /// Shows a share; \p Done is from 0 to 1.
  void share(double Done) { show(llvm::Twine(int(Done * 100)) + "%"); }
  void lines(unsigned Number) { show("line " + llvm::Twine(Number)); }
  void show(const llvm::Twine &Much);

  /// Clears the line.
  static void clear();

private:
  llvm::StringRef What;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_OUTPUT_PROGRESS_H
