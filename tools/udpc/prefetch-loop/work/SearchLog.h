//===- SearchLog.h - The record of everything tried -------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_SEARCHLOG_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_SEARCHLOG_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>

namespace udpc {

/// Writes JSON lines; docs/prefetch-loop.md has the fields. Without a file it
/// does nothing.
class SearchLog {
public:
  ~SearchLog() { consumeError(close()); }
  /// Creates \p File, or replaces it. "": no log.
  llvm::Error open(llvm::StringRef File);
  /// The file; "": none.
  const std::string &file() const { return File; }
  /// Appends \p Entry, with \p Event as its kind. It is in the file when this
  /// returns.
  void add(llvm::StringRef Event, llvm::json::Object Entry);
  /// Reports a write that has failed.
  llvm::Error close();

private:
  std::string File;
  std::unique_ptr<llvm::raw_fd_ostream> OS;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_WORK_SEARCHLOG_H
