//===- CounterLogView.h - Output of counter logs -------------- -*- C++ -*-===//
//
// Prints logs of the 64 counters of udpc-machine and of BOOM, for `udpc log`.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_MACHINE_COUNTERS_COUNTERLOGVIEW_H
#define UDPC_TOOLS_UDPC_MACHINE_COUNTERS_COUNTERLOGVIEW_H

#include "profdata/machine/CounterLog.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class raw_ostream;
}

namespace udpc {

/// A log and its file.
struct ShownCounterLog {
  std::string File;
  CounterLog Log;
};

/// Returns whether to show the counter or ratio of this name.
using IsShown = llvm::function_ref<bool(llvm::StringRef)>;

/// Prints a row for each sample: its ratios, and the counters if \p
/// HasCounters.
void printCounterTable(llvm::raw_ostream &OS,
                       llvm::ArrayRef<ShownCounterLog> Logs, IsShown Shown,
                       bool HasCounters);
/// Print all counters and ratios.
void printCounterCsv(llvm::raw_ostream &OS,
                     llvm::ArrayRef<ShownCounterLog> Logs, IsShown Shown);
void printCounterJson(llvm::raw_ostream &OS,
                      llvm::ArrayRef<ShownCounterLog> Logs, IsShown Shown);
/// Prints a page with a chart for each ratio, and for each counter that is not
/// always 0.
void printCounterPage(llvm::raw_ostream &OS,
                      llvm::ArrayRef<ShownCounterLog> Logs, IsShown Shown);

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_MACHINE_COUNTERS_COUNTERLOGVIEW_H
