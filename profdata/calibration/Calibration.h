//===- Calibration.h - Costs of memory accesses on a processor --*- C++ -*-===//
//
// Latencies, the share of each cache that one process gets, and the gains of
// prefetches: measured by `udpc calibrate`, or the defaults of the processor's
// family. Used by recommend/ and `udpc calibrate`. docs/calibrate.md.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CALIBRATION_CALIBRATION_H
#define UDPC_PROFDATA_CALIBRATION_CALIBRATION_H

#include "profdata/hints/Hint.h"
#include "profdata/support/Cpu.h"
#include "llvm/Support/Error.h"
#include <array>
#include <vector>

namespace udpc {

/// A cache level.
struct CalibratedLevel {
  std::string Name; ///< "D1", "L2", "LL".
  /// The size that the system reports; 0 if unknown.
  uint64_t Bytes = 0;
  /// The part that one process gets while others use the cache too, at most
  /// Bytes.
  uint64_t Share = 0;
  /// Nanoseconds from a load that hits this level to the use of its value.
  double Latency = 0;
};

/// The speed of walks with a prefetch type relative to t0, each at its best
/// distance: 1 is equally fast.
struct PrefetchWorth {
  double BeyondL2 = 1; ///< For data that misses L2 and hits LL.
  double BeyondLL = 1; ///< For data that misses LL.
  /// The distance in lines beyond which the gain is smaller.
  double MostLines = 128;
  /// BeyondLL and MostLines for a walk that does so much work per line that
  /// memory bandwidth does not limit it. 0 if not measured.
  double Busy = 0;
  double BusyLines = 0;
};

/// The patterns that hardware prefetchers handle without hints.
struct PrefetcherReach {
  /// The longest stride, in bytes, at which software prefetches gain hardly
  /// anything.
  int64_t LongestStride = 256;
  /// Whether the prefetchers stop at the end of a page of 4096 bytes.
  bool EndsAtPage = true;
};

enum class CalibrationSource {
  FamilyDefault, ///< The defaults of Cpu::Kind, without a measurement.
  Measured,      ///< Measured by `udpc calibrate` on this processor.
  Given,         ///< From a file that the user named.
};

/// The costs of memory accesses and the gains of prefetches on a processor.
struct Calibration {
  Cpu What;
  CalibrationSource Source = CalibrationSource::FamilyDefault;
  std::string File; ///< The file that it was read from; "" for defaults.

  /// The levels, nearest first: D1, L2, LL; without a third level D1 and LL.
  /// The last is always LL.
  std::vector<CalibratedLevel> Levels;
  /// Nanoseconds of an access beyond LL, without TLB misses.
  double MemoryLatency = 100;
  /// Additional nanoseconds of such an access at a random place in memory as
  /// programs usually get it, mostly in pages of 4 KB.
  double PageWalk = 20;
  /// The number of load misses that one thread can have outstanding.
  double LinesInFlight = 12;
  /// The number of instructions that a simple loop executes per nanosecond.
  double InstructionsPerNs = 12;
  /// The number of instructions in execution at once (the reorder buffer).
  double Window = 256;
  PrefetcherReach Prefetcher;
  /// Indexed by HintType, without Indirect. Types without a measurement behave
  /// like t0.
  std::array<PrefetchWorth, 5> Worth;

  /// Returns the level called \p Name, or null.
  const CalibratedLevel *level(llvm::StringRef Name) const;
  const CalibratedLevel &lastLevel() const { return Levels.back(); }
  /// Returns how many nanoseconds a load waits that misses \p Name and hits the
  /// next level: the latency of the next level, or of memory after LL or if
  /// there is no level \p Name.
  double missLatency(llvm::StringRef Name) const;
  /// Returns the number of instructions that the processor can execute in the
  /// time.
  double instructionsIn(double Nanoseconds) const {
    return Nanoseconds * InstructionsPerNs;
  }
  /// Returns the worth of \p Type. Prefetches of the type Indirect are of the
  /// type t0.
  PrefetchWorth worth(HintType Type) const;
  /// Like worth(), with the values that were measured for busy walks as
  /// BeyondLL and MostLines.
  PrefetchWorth worthIfBusy(HintType Type) const;
  /// Returns the type with the highest worth for data that misses L2, or LL if
  /// \p BeyondLL. t0 if no other type gains 15 % more. Never w.
  HintType bestType(bool BeyondLL) const;
};

/// Returns the defaults of the family of \p C. Cache sizes are typical.
Calibration defaultCalibration(const Cpu &C);

/// Returns the defaults of this processor's family with the caches that the
/// system reports.
Calibration hostDefaults();

/// Returns the calibration to use: the file \p Given; or, if that is empty, the
/// file that the environment variable UDPC_CALIBRATION names; or the last
/// measurement on this processor (calibrationPath); or the defaults of its
/// family, which "default" always selects. Errors name the file and what to do.
llvm::Expected<Calibration> calibrationInUse(llvm::StringRef Given);

/// Describes the source: "measured on AMD EPYC (AMD Zen 5)", "defaults of Intel
/// server; `udpc calibrate` measures this processor".
std::string calibrationOrigin(const Calibration &C);

} // namespace udpc

#endif // UDPC_PROFDATA_CALIBRATION_CALIBRATION_H
