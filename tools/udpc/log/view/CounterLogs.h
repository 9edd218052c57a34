//===- CounterLogs.h - Counter logs in udpc log -----------------*- C++ -*-===//
//
// What `udpc log` asks of the component machine, which reads logs of the 64
// counters.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_LOG_VIEW_COUNTERLOGS_H
#define UDPC_TOOLS_UDPC_LOG_VIEW_COUNTERLOGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include <optional>
#include <string>

namespace udpc {

/// Value of `udpc log --format`.
enum class LogFormat { Table, Csv, Json };

/// The options of `udpc log` that counter logs have as well.
struct CounterLogRequest {
  llvm::ArrayRef<std::string> Files;
  LogFormat Format = LogFormat::Table;
  std::optional<llvm::GlobPattern> Event; ///< None if all counters are shown.
  unsigned Skip = 0;        ///< The number of samples to leave out of each log.
  std::string Html, Output; ///< Files; "" for none and standard output.
  /// Whether an option is given that is not for counter logs.
  bool HasOtherOptions = false;
};

/// Prints counter logs. Returns false, and prints nothing, if the first file is
/// none. Null in programs without the component machine.
extern llvm::Expected<bool> (*PrintCounterLogs)(const CounterLogRequest &);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOG_VIEW_COUNTERLOGS_H
