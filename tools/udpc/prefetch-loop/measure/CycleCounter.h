//===- CycleCounter.h - Processor events of this process --------*- C++ -*-===//
//
// Measures a run in cycles for Measurement.cpp.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_MEASURE_CYCLECOUNTER_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_MEASURE_CYCLECOUNTER_H

#include "llvm/Support/Error.h"
#include <cstdint>

namespace udpc {

/// Counts an event in this process and in all processes that it starts from now
/// on (perf_event_open(2)). The counts of a process are added when it ends.
class CycleCounter {
public:
  /// Counts processor cycles, in user mode, and in the kernel where permitted.
  /// Fails if the system has no such counter for this process, as in most
  /// virtual machines and containers.
  static llvm::Expected<CycleCounter> cycles();
  /// Counts the kernel's clock of the processes, in nanoseconds. It needs no
  /// hardware and is for tests.
  static llvm::Expected<CycleCounter> taskClock();

  CycleCounter(CycleCounter &&Other) : File(Other.File) { Other.File = -1; }
  CycleCounter &operator=(CycleCounter &&) = delete;
  ~CycleCounter();

  /// A reading in the kernel's terms. The counter was enabled for Enabled
  /// nanoseconds and counted in Running of them.
  struct Reading {
    uint64_t Count = 0, Enabled = 0, Running = 0;
    /// Returns the count since \p Before, scaled up if the counter was shared
    /// with others for a part of that time.
    llvm::Expected<double> since(const Reading &Before) const;
  };
  llvm::Expected<Reading> read() const;

private:
  explicit CycleCounter(int File) : File(File) {}
  static llvm::Expected<CycleCounter> open(uint32_t Type, uint64_t Event);
  int File;
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_PREFETCH_LOOP_MEASURE_CYCLECOUNTER_H
