//===- CounterLog.h - Reads samples of the 64 counters ----------*- C++ -*-===//
//
// Reads logs that udpc-machine and programs of the BOOM fork write
// (docs/machine.md): lines of JSON, one of type max_inst for each sample,
// followed by one for each counter that the program logs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_MACHINE_COUNTERLOG_H
#define UDPC_PROFDATA_MACHINE_COUNTERLOG_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <bitset>
#include <optional>
#include <string>
#include <vector>

namespace udpc {

constexpr unsigned NumMachineCounters = 64;

/// The counters at one moment.
struct CounterSample {
  uint64_t Number = 0;
  /// Values since the program's start.
  uint64_t Cycles = 0, Instructions = 0;
  uint64_t Counters[NumMachineCounters] = {};
  std::bitset<NumMachineCounters> Has; ///< The counters that were logged.
};

/// A parsed log.
struct CounterLog {
  std::vector<CounterSample> Samples;

  /// Parses the log \p Text. Errors name \p File and the line. All samples must
  /// have the same counters. The last one may lack some, if the program was
  /// killed, and is then dropped.
  static llvm::Expected<CounterLog> parse(llvm::StringRef Text,
                                          llvm::StringRef File);
};

/// Returns the name of a counter: "insts".
llvm::StringRef machineCounterName(unsigned Counter);

/// A quotient of counters of one sample.
struct CounterRatio {
  const char *Name;
  /// For example "instructions for each cycle".
  const char *Meaning;
  unsigned Part, Whole;
  double Factor;

  /// Returns the ratio in \p S; none if the whole is 0 or one of the two
  /// counters was not logged.
  std::optional<double> of(const CounterSample &S) const;
};
/// Returns all ratios, in the order in which they are shown.
llvm::ArrayRef<CounterRatio> counterRatios();

} // namespace udpc

#endif // UDPC_PROFDATA_MACHINE_COUNTERLOG_H
