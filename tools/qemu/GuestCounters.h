//===- GuestCounters.h - Counters of all virtual CPUs -----------*- C++ -*-===//
//
// Each virtual CPU has a counter unit of its own, as a core of a real machine
// would: 256 counters of a configured width. A counter is stored as a signed
// sum, from which the register's value and the overflows are computed: sum =
// register + overflows * 2^width. For a register that was written, the
// difference is stored separately.
//
// The counters are in memory that is shared with the watcher (Watcher.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_GUESTCOUNTERS_H
#define UDPC_TOOLS_QEMU_GUESTCOUNTERS_H

#include "include/udpc/encoding.h"
#include <atomic>

namespace udpc {
namespace qemu {

constexpr unsigned NumCounters = encoding::MaxCounter + 1;
constexpr unsigned MaxCores = 1024;

/// Adds modulo 2^64, as a register does.
inline int64_t wrappingSum(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) + uint64_t(B));
}

/// Converts sums to values and overflows of a register with a number of bits.
class CounterWidth {
public:
  explicit CounterWidth(unsigned Bits = 64)
      : Bits(Bits), Mask(~uint64_t(0) >> (64 - Bits)) {}

  unsigned bits() const { return Bits; }

  /// Returns the register's value. 64-bit values are signed, so that more dec
  /// than inc shows as a negative number.
  int64_t value(int64_t Total) const { return int64_t(Total & Mask); }
  /// Returns overflows above 2^Bits - 1 minus those below 0; 0 for 64 bits.
  int64_t overflows(int64_t Total) const {
    return Bits == 64 ? 0 : Total >> Bits;
  }
  /// Returns whether the step (1 or -1) that led to \p Total was an overflow.
  bool overflowed(int64_t Total, int Step) const {
    return Bits != 64 && (Total & Mask) == (Step > 0 ? 0 : Mask);
  }

private:
  unsigned Bits;
  uint64_t Mask;
};

/// The counter unit of one core, aligned so that cores share no cache line.
struct alignas(64) Core {
  std::atomic<int64_t> Totals[NumCounters];
  /// Amount added to the register by writes and resets.
  std::atomic<int64_t> Adjustment[NumCounters];
  /// Amount counted since the last action of `every`.
  std::atomic<int64_t> Elapsed[NumCounters];
  /// Set by other threads, which must not change Elapsed, to restart the
  /// period.
  std::atomic<bool> PeriodBegins[NumCounters];
};

/// All counters of a process. Valid when all zeros.
struct Counters {
  /// Whether the process itself has written its file.
  std::atomic<bool> HasWrittenFile;
  /// The number of cores, at most MaxCores. Later virtual CPUs share Others.
  std::atomic<unsigned> NumCores;
  /// Whether a counter occurs in translated code.
  std::atomic<bool> Seen[NumCounters];
  std::atomic<bool> OverflowReported[NumCounters];
  /// Initial values of all registers.
  int64_t Start[NumCounters];
  Core Cores[MaxCores];
  /// Virtual CPUs beyond MaxCores share these.
  Core Others;
  /// Number of places of the argument `offset`. Their execution counts, summed
  /// over all CPUs, follow this record in memory.
  size_t NumOffsets;
  /// By core, with Others last: bit N is set if command N is masked. Used only
  /// with the argument `control`.
  std::atomic<uint8_t> Masked[MaxCores + 1][NumCounters];
  std::atomic<uint64_t> *offsetCounts() {
    return reinterpret_cast<std::atomic<uint64_t> *>(this + 1);
  }
  const std::atomic<uint64_t> *offsetCounts() const {
    return reinterpret_cast<const std::atomic<uint64_t> *>(this + 1);
  }

  /// Adds \p Step and returns the counter's new sum on this core. A core has
  /// one thread at a time, so relaxed loads and stores suffice; Others is
  /// shared and needs an atomic addition.
  int64_t add(unsigned CoreNumber, unsigned Counter, int Step) {
    if (CoreNumber >= MaxCores)
      return Others.Totals[Counter].fetch_add(Step, std::memory_order_relaxed) +
             Step;
    std::atomic<int64_t> &Total = Cores[CoreNumber].Totals[Counter];
    int64_t Sum = Total.load(std::memory_order_relaxed) + Step;
    Total.store(Sum, std::memory_order_relaxed);
    return Sum;
  }

  Core &core(unsigned CoreNumber) {
    return CoreNumber < MaxCores ? Cores[CoreNumber] : Others;
  }
  const Core &core(unsigned CoreNumber) const {
    return CoreNumber < MaxCores ? Cores[CoreNumber] : Others;
  }

  /// Returns the difference between the register and the counted sum.
  int64_t writtenOf(unsigned CoreNumber, unsigned Counter) const {
    return Start[Counter] +
           core(CoreNumber).Adjustment[Counter].load(std::memory_order_relaxed);
  }
  /// Returns the register before it is truncated to its width.
  int64_t registerOf(unsigned CoreNumber, unsigned Counter) const {
    return wrappingSum(
        core(CoreNumber).Totals[Counter].load(std::memory_order_relaxed),
        writtenOf(CoreNumber, Counter));
  }
  /// Sets the register to its start value.
  void reset(unsigned CoreNumber, unsigned Counter) {
    Core &C = core(CoreNumber);
    C.Adjustment[Counter] = -C.Totals[Counter];
    C.Elapsed[Counter] = 0;
  }

  /// Sets the register to \p Value from a thread that is not the core's. If the
  /// core counts meanwhile, the register continues from \p Value and no count
  /// is lost.
  void write(unsigned CoreNumber, unsigned Counter, int64_t Value) {
    Core &C = core(CoreNumber);
    int64_t Old = C.Adjustment[Counter].load(), New;
    do // Retry if the program has reset it.
      New = int64_t(uint64_t(Value) - uint64_t(C.Totals[Counter].load()) -
                    uint64_t(Start[Counter]));
    while (!C.Adjustment[Counter].compare_exchange_weak(Old, New));
  }
  void resetFromOutside(unsigned CoreNumber, unsigned Counter) {
    write(CoreNumber, Counter, Start[Counter]);
    core(CoreNumber).PeriodBegins[Counter] = true;
  }

  static unsigned indexOf(unsigned CoreNumber) {
    return CoreNumber < MaxCores ? CoreNumber : MaxCores;
  }
  bool isMasked(unsigned CoreNumber, unsigned Counter, uint8_t Command) const {
    return Masked[indexOf(CoreNumber)][Counter].load(
               std::memory_order_relaxed) >>
               Command &
           1;
  }

  /// Returns whether the step is the \p Period-th since the last one for which
  /// this returned true.
  bool elapse(unsigned CoreNumber, unsigned Counter, int Step, int64_t Period) {
    std::atomic<int64_t> &Elapsed = core(CoreNumber).Elapsed[Counter];
    std::atomic<bool> &Begins = core(CoreNumber).PeriodBegins[Counter];
    if (__builtin_expect(Begins.load(std::memory_order_relaxed), false) &&
        Begins.exchange(false))
      Elapsed.store(0, std::memory_order_relaxed);
    if (CoreNumber >= MaxCores) {
      int64_t Now = Elapsed.fetch_add(Step, std::memory_order_relaxed) + Step;
      return Step > 0 && Now > 0 && Now % Period == 0;
    }
    int64_t Now = Elapsed.load(std::memory_order_relaxed) + Step;
    bool IsOver = Now >= Period;
    Elapsed.store(IsOver ? 0 : Now, std::memory_order_relaxed);
    return IsOver;
  }

  void noteCore(unsigned CoreNumber) {
    unsigned Number = CoreNumber < MaxCores ? CoreNumber + 1 : MaxCores;
    unsigned Old = NumCores.load();
    while (Old < Number && !NumCores.compare_exchange_weak(Old, Number)) {
    }
  }
};

} // namespace qemu
} // namespace udpc

#endif // UDPC_TOOLS_QEMU_GUESTCOUNTERS_H
