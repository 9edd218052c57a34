//===- CounterLogView.h - What is shown of counter logs ---------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_LOG_COUNTERS_COUNTERLOGVIEW_H
#define UDPC_TOOLS_UDPC_LOG_COUNTERS_COUNTERLOGVIEW_H

#include "profdata/log/CounterLog.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

struct ShownCounterLog {
  std::string File;
  CounterLog Log;
};

/// Whether a counter or ratio of this name is shown.
using IsShown = llvm::function_ref<bool(llvm::StringRef)>;

/// A row for each sample: its ratios, and the counters if \p HasCounters.
void printCounterTable(llvm::raw_ostream &OS,
                       llvm::ArrayRef<ShownCounterLog> Logs, IsShown Shown,
                       bool HasCounters);
/// All counters and ratios.
void printCounterCsv(llvm::raw_ostream &OS,
                     llvm::ArrayRef<ShownCounterLog> Logs, IsShown Shown);
void printCounterJson(llvm::raw_ostream &OS,
                      llvm::ArrayRef<ShownCounterLog> Logs, IsShown Shown);
/// A page with a chart for each ratio, and each counter that is not always 0.
void printCounterPage(llvm::raw_ostream &OS,
                      llvm::ArrayRef<ShownCounterLog> Logs, IsShown Shown);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_LOG_COUNTERS_COUNTERLOGVIEW_H
