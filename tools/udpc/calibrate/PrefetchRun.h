//===- PrefetchRun.h - Measures prefetch types ------------------*- C++ -*-===//

#ifndef UDPC_TOOLS_UDPC_CALIBRATE_PREFETCHRUN_H
#define UDPC_TOOLS_UDPC_CALIBRATE_PREFETCHRUN_H

#include "tools/udpc/calibrate/MemoryProbes.h"
#include "tools/udpc/calibrate/Series.h"

namespace udpc {

/// Walks over a working set by a constant stride and in random order, with each
/// type of prefetch at several distances; and by a stride with more work for
/// each line, as most loops have that decide something by it.
class PrefetchRun {
public:
  /// \p Bytes of \p Zeros, and of \p Contents, whose lines have addresses of
  /// others.
  PrefetchRun(const TestMemory &Zeros, const TestMemory &Contents,
              uint64_t Bytes, RandomNumbers &Random);

  /// One measurement of each.
  void round();
  /// The same of the busy walks with t0 and nta, in at most so many bytes.
  void busyRound(uint64_t Most);

  /// How many times as fast as with t0 the walks are with \p Type, the mean of
  /// both, each at its best distance; \p Default if t0 saves nothing. MostLines
  /// is the smaller of both.
  double worth(HintType Type, double Default) const;
  double mostLines(HintType Type) const;
  /// PrefetchWorth::Busy and BusyLines; 0 without busy walks.
  double busyWorth(HintType Type) const;
  double busyLines(HintType Type) const;

private:
  /// Of one kind of walk.
  struct Walk {
    Series Plain, ByType[5];
    FittedPrefetch fit(HintType Type) const;
  };
  /// \p Run measures so many accesses from an address; in all \p Accesses,
  /// each of which begins where the last one ended, \p Next, one line further
  /// in each pass over \p Bytes.
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
