//===- PrefetchRun.h - Measures prefetch types ------------------*- C++ -*-===//
//
// Measures for CalibrationRun.cpp what each type of prefetch gains.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_TOOLS_UDPC_CALIBRATE_PREFETCHRUN_H
#define UDPC_TOOLS_UDPC_CALIBRATE_PREFETCHRUN_H

#include "tools/udpc/calibrate/MemoryProbes.h"
#include "tools/udpc/calibrate/Series.h"

namespace udpc {

/// Walks over a working set with a constant stride and in random order, with
/// each type of prefetch at several distances; and with a stride and more work
/// for each line, as in most loops that branch on their data.
class PrefetchRun {
public:
  /// Uses \p Bytes of \p Zeros and of \p Contents, whose lines hold addresses
  /// of other lines.
  PrefetchRun(const TestMemory &Zeros, const TestMemory &Contents,
              uint64_t Bytes, RandomNumbers &Random);

  /// Measures each walk once.
  void round();
  /// Measures the busy walks with t0 and nta once, in at most \p Most bytes.
  void busyRound(uint64_t Most);

  /// Returns the speed of the walks with \p Type relative to t0, the geometric
  /// mean of both kinds, each at its best distance; \p Default if t0 saves
  /// nothing. mostLines() returns the smaller of both.
  double worth(HintType Type, double Default) const;
  double mostLines(HintType Type) const;
  /// Return PrefetchWorth::Busy and BusyLines; 0 without busy walks.
  double busyWorth(HintType Type) const;
  double busyLines(HintType Type) const;

private:
  /// Measurements of one kind of walk.
  struct Walk {
    Series Plain, ByType[5];
    FittedPrefetch fit(HintType Type) const;
  };
  /// Calls \p Run, which measures a number of accesses from an address, for \p
  /// Accesses in all. Each call begins at \p Next, where the last one ended,
  /// shifted by a line after each pass over \p Bytes.
  template <typename Function>
  double strided(uint64_t Bytes, size_t Accesses, size_t &Next, Function Run);
  llvm::ArrayRef<uint32_t> nextLines(size_t Count);

  const TestMemory &Zeros, &Contents;
  uint64_t Bytes;
  std::vector<uint32_t> Order;
  size_t NextLine = 0, NextStart = 0, NextBusy = 0;
  Walk Strided, Random;
  Series Busy[5];
};

} // namespace udpc

#endif // UDPC_TOOLS_UDPC_CALIBRATE_PREFETCHRUN_H
