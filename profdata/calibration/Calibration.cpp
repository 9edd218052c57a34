//===- Calibration.cpp - Costs of memory accesses on a processor ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/calibration/Calibration.h"
#include "profdata/calibration/CalibrationFile.h"
#include "profdata/calibration/SystemCaches.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"

using namespace llvm;
using namespace udpc;

const CalibratedLevel *Calibration::level(StringRef Name) const {
  auto It =
      find_if(Levels, [&](const CalibratedLevel &L) { return L.Name == Name; });
  return It == Levels.end() ? nullptr : &*It;
}

double Calibration::missLatency(StringRef Name) const {
  const CalibratedLevel *L = level(Name);
  return L && L != &Levels.back() ? L[1].Latency : MemoryLatency;
}

PrefetchWorth Calibration::worth(HintType Type) const {
  return isIndirect(Type) ? Worth[size_t(HintType::T0)] : Worth[size_t(Type)];
}

PrefetchWorth Calibration::worthIfBusy(HintType Type) const {
  PrefetchWorth W = worth(Type);
  if (W.Busy > 0) {
    W.BeyondLL = W.Busy;
    W.MostLines = W.BusyLines;
  }
  return W;
}

/// The minimum gain over t0. Two calibrations of one machine differ by up to 11
/// % in a type's worth.
static constexpr double ClearlyBetter = 1.15;

HintType Calibration::bestType(bool BeyondLL) const {
  auto Of = [&](HintType Type) {
    PrefetchWorth W = worth(Type);
    return BeyondLL ? W.BeyondLL : W.BeyondL2;
  };
  HintType Best = HintType::T0;
  for (HintType Type : {HintType::NTA, HintType::T1, HintType::T2})
    if (Of(Type) > std::max(Of(HintType::T0) * ClearlyBetter, Of(Best)))
      Best = Type;
  return Best;
}

/// The largest share of LL that a process is assumed to get without a
/// measurement. Larger caches are shared by many cores: of 480 MB a process got
/// 16 to 27.
static constexpr uint64_t MostShareOfLL = 32 << 20;

/// Replaces typical sizes by those of \p Caches. The fraction of LL that a
/// process gets stays.
static void setSizes(Calibration &C, ArrayRef<SystemCache> Caches) {
  if (Caches.size() < 2)
    return;
  if (Caches.size() == 2)
    C.Levels.erase(C.Levels.begin() + 1);
  CalibratedLevel &LL = C.Levels.back();
  double ShareOfLL = double(LL.Share) / LL.Bytes;
  // A fourth level is outside the processor, so LL is the third.
  for (size_t I = 0; I != C.Levels.size(); ++I)
    C.Levels[I].Bytes = C.Levels[I].Share = Caches[I].Bytes;
  LL.Share = std::min<uint64_t>(LL.Bytes * ShareOfLL, MostShareOfLL);
  if (C.Levels.size() > 2)
    LL.Share = std::max(LL.Share, std::min(C.Levels[1].Bytes, LL.Bytes));
}

Calibration udpc::hostDefaults() {
  Calibration C = defaultCalibration(hostCpu());
  setSizes(C, systemCaches());
  return C;
}

Expected<Calibration> udpc::calibrationInUse(StringRef Given) {
  std::string Path = Given.str();
  if (Path.empty())
    Path = sys::Process::GetEnv("UDPC_CALIBRATION").value_or("");
  if (Path == "default")
    return hostDefaults();
  if (!Path.empty()) {
    Expected<Calibration> C = readCalibration(Path);
    if (C)
      C->Source = CalibrationSource::Given;
    return C;
  }
  Cpu Host = hostCpu();
  Path = calibrationPath(Host);
  if (Path.empty() || !sys::fs::exists(Path))
    return hostDefaults();
  return readCalibration(Path);
}

std::string udpc::calibrationOrigin(const Calibration &C) {
  std::string Family = cpuFamilyTitle(C.What.Kind).str();
  switch (C.Source) {
  case CalibrationSource::FamilyDefault:
    return "defaults of " + Family +
           "; `udpc calibrate` measures this processor";
  case CalibrationSource::Measured:
    return "measured on " + C.What.Name + " (" + Family + ")";
  case CalibrationSource::Given:
    return "of " + C.File + ": " + C.What.Name + " (" + Family + ")";
  }
  llvm_unreachable("there are no others");
}
