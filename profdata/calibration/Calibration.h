//===- Calibration.h - What a processor's memory costs ----------*- C++ -*-===//
//
// Latencies, the share of each cache that one process has, and which prefetches
// help: measured by `udpc calibrate`, or the defaults of the processor's
// family. docs/calibrate.md.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CALIBRATION_CALIBRATION_H
#define UDPC_PROFDATA_CALIBRATION_CALIBRATION_H

#include "profdata/hints/Hint.h"
#include "profdata/support/Cpu.h"
#include "llvm/Support/Error.h"
#include <array>
#include <vector>

namespace udpc {

struct CalibratedLevel {
  std::string Name; ///< "D1", "L2", "LL".
  /// As the system reports it; 0: not known.
  uint64_t Bytes = 0;
  /// What one process has of it while others use it too, at most Bytes.
  uint64_t Share = 0;
  /// Nanoseconds from a load that hits there to its use.
  double Latency = 0;
};

/// How many times as fast as with t0 walks are with a prefetch type, each at
/// its best distance: 1 is as good.
struct PrefetchWorth {
  double BeyondL2 = 1; ///< For data that misses L2 and hits LL.
  double BeyondLL = 1; ///< For data that misses LL.
  /// Farther ahead than so many lines it gains less.
  double MostLines = 128;
  /// BeyondLL and MostLines of a walk that does so much with each line that it
  /// takes no more lines in a time than memory gives. 0: not measured.
  double Busy = 0;
  double BusyLines = 0;
};

/// What the hardware prefetchers follow without help.
struct PrefetcherReach {
  /// The longest stride, in bytes, at which prefetches gain hardly anything.
  int64_t LongestStride = 256;
  /// Whether they stop at the end of a page of 4096 bytes.
  bool EndsAtPage = true;
};

enum class CalibrationSource {
  FamilyDefault, ///< Of Cpu::Kind: no measurement is there.
  Measured,      ///< By `udpc calibrate` on this processor.
  Given,         ///< The user named a file.
};

struct Calibration {
  Cpu What;
  CalibrationSource Source = CalibrationSource::FamilyDefault;
  std::string File; ///< Where it was read; "" for defaults.

  /// The nearest first: D1, L2, LL. Two if the processor has no third level:
  /// D1 and LL. The last is always LL.
  std::vector<CalibratedLevel> Levels;
  double MemoryLatency = 100; ///< Nanoseconds beyond LL, without TLB misses.
  /// What such an access takes longer at a random place in memory as programs
  /// get it, mostly in pages of 4 KB.
  double PageWalk = 20;
  /// Misses of one thread that the processor has outstanding at once, by loads.
  double LinesInFlight = 12;
  /// Instructions that a simple loop executes in a nanosecond.
  double InstructionsPerNs = 12;
  /// Instructions that may be in execution at once (the reorder buffer).
  double Window = 256;
  PrefetcherReach Prefetcher;
  /// By HintType, without Indirect. Types that are not there behave as t0.
  std::array<PrefetchWorth, 5> Worth;

  /// Null if there is no such level.
  const CalibratedLevel *level(llvm::StringRef Name) const;
  const CalibratedLevel &lastLevel() const { return Levels.back(); }
  /// Nanoseconds that a load waits which misses \p Name and hits what follows
  /// it: the latency of the next level, or of memory after LL. The latter if
  /// there is no such level.
  double missLatency(llvm::StringRef Name) const;
  /// How many instructions the processor could execute meanwhile.
  double instructionsIn(double Nanoseconds) const {
    return Nanoseconds * InstructionsPerNs;
  }
  /// \p Type may be Indirect, whose prefetches are of the type t0.
  PrefetchWorth worth(HintType Type) const;
  /// The same, with what was measured of busy walks as BeyondLL and MostLines.
  PrefetchWorth worthIfBusy(HintType Type) const;
  /// The type with the highest worth for data that misses L2, or LL if
  /// \p BeyondLL. t0 if no other gains 15 % more. Never w.
  HintType bestType(bool BeyondLL) const;
};

/// The defaults of the family of \p C. Cache sizes are typical.
Calibration defaultCalibration(const Cpu &C);

/// The same with the caches that the system reports for this processor.
Calibration hostDefaults();

/// The calibration to use: the file \p Given, or without one that which the
/// environment variable UDPC_CALIBRATION names, or the last measurement on
/// this processor (calibrationPath), or the defaults of its family. "default":
/// the latter in any case. Errors name the file and what to do.
llvm::Expected<Calibration> calibrationInUse(llvm::StringRef Given);

/// "measured on AMD EPYC (AMD Zen 5)", "defaults of Intel server; `udpc
/// calibrate` measures this processor".
std::string calibrationOrigin(const Calibration &C);

} // namespace udpc

#endif // UDPC_PROFDATA_CALIBRATION_CALIBRATION_H
