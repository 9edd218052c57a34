//===- GuestCounters.h - Counters of all virtual CPUs -----------*- C++ -*-===//
//
// Each virtual CPU has a counter unit of its own, as a core of a real machine
// would: 256 counters of some width. A counter is stored as a signed sum, from
// which the register's value and the overflows are computed: sum = register +
// overflows * 2^width.
//
// The counters are in memory that is shared with the watcher (Watcher.h).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_QEMU_GUESTCOUNTERS_H
#define UDPC_TOOLS_QEMU_GUESTCOUNTERS_H

#include "include/udpc/encoding.h"
#include <atomic>

namespace udpc {
namespace qemu {

constexpr unsigned NumCounters = encoding::MaxCounter + 1;
constexpr unsigned MaxCores = 1024;

/// The arithmetic of a counter with a number of bits.
class CounterWidth {
public:
  explicit CounterWidth(unsigned Bits = 64)
      : Bits(Bits), Mask(~uint64_t(0) >> (64 - Bits)) {}

  unsigned bits() const { return Bits; }

  /// The register's value. 64 bits are read as a signed number, to show more
  /// dec than inc.
  int64_t value(int64_t Total) const { return int64_t(Total & Mask); }
  /// Overflows above 2^Bits - 1 minus those below 0; 0 for 64 bits.
  int64_t overflows(int64_t Total) const {
    return Bits == 64 ? 0 : Total >> Bits;
  }
  /// Whether the step (1 or -1) that led to \p Total was an overflow.
  bool overflowed(int64_t Total, int Step) const {
    return Bits != 64 && (Total & Mask) == (Step > 0 ? 0 : Mask);
  }

private:
  unsigned Bits;
  uint64_t Mask;
};

/// Aligned, so that cores do not share cache lines.
struct alignas(64) Core {
  std::atomic<int64_t> Totals[NumCounters];
};

/// Valid when all zeros.
struct Counters {
  /// Set when the process itself has written its file.
  std::atomic<bool> Written;
  /// The number of cores, at most MaxCores; the others share Others.
  std::atomic<unsigned> NumCores;
  /// Counters that occur in translated code.
  std::atomic<bool> Seen[NumCounters];
  std::atomic<bool> OverflowReported[NumCounters];
  Core Cores[MaxCores];
  /// Virtual CPUs beyond MaxCores share these.
  Core Others;

  /// Returns the counter's new sum on this core. A core has one thread at a
  /// time, so that it needs no atomic addition, only whole loads and stores.
  int64_t add(unsigned CoreNumber, unsigned Counter, int Step) {
    if (CoreNumber >= MaxCores)
      return Others.Totals[Counter].fetch_add(Step, std::memory_order_relaxed) +
             Step;
    std::atomic<int64_t> &Total = Cores[CoreNumber].Totals[Counter];
    int64_t Sum = Total.load(std::memory_order_relaxed) + Step;
    Total.store(Sum, std::memory_order_relaxed);
    return Sum;
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
