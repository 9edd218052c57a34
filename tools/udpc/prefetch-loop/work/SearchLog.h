//===- SearchLog.h - The record of everything tried -------------*- C++ -*-===//
//
// The log of `udpc prefetch-loop --log`, for people who want to see each trial.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_SEARCHLOG_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_SEARCHLOG_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>

namespace udpc {

/// Writes JSON lines, whose fields docs/prefetch-loop.md describes. Does
/// nothing without a file.
class SearchLog {
public:
  ~SearchLog() { consumeError(close()); }
  /// Creates or replaces \p File; "" for no log.
  llvm::Error open(llvm::StringRef File);
  /// Returns the file; "" if there is none.
  const std::string &file() const { return File; }
  /// Appends \p Entry, with \p Event as its kind, and flushes it to the file.
  void add(llvm::StringRef Event, llvm::json::Object Entry);
  /// Returns the error of a failed write, if any.
  llvm::Error close();

private:
  std::string File;
  std::unique_ptr<llvm::raw_fd_ostream> OS;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_SEARCHLOG_H
