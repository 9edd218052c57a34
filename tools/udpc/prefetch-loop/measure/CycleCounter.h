//===- CycleCounter.h - Processor events of this process --------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_PREFETCH_LOOP_MEASURE_CYCLECOUNTER_H
#define UDPC_TOOLS_UDPC_PREFETCH_LOOP_MEASURE_CYCLECOUNTER_H

#include "llvm/Support/Error.h"
#include <cstdint>

namespace udpc {

/// Counts an event in this process and in all that it starts from now on
/// (perf_event_open(2)). What a process has counted is added when it ends.
class CycleCounter {
public:
  /// The processor's cycles, in user mode, and in the kernel where that is
  /// permitted. Fails where the system has no such counter for us, as in most
  /// virtual machines and containers.
  static llvm::Expected<CycleCounter> cycles();
  /// The kernel's clock of the processes, in nanoseconds: it needs no hardware,
  /// and is for tests.
  static llvm::Expected<CycleCounter> taskClock();

  CycleCounter(CycleCounter &&Other) : File(Other.File) { Other.File = -1; }
  CycleCounter &operator=(CycleCounter &&) = delete;
  ~CycleCounter();

  /// As the kernel gives it. Enabled, Running: nanoseconds, of which the
  /// counter counted in the latter.
  struct Reading {
    uint64_t Count = 0, Enabled = 0, Running = 0;
    /// The count since \p Before, scaled up if others had the counter in part
    /// of that time.
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
