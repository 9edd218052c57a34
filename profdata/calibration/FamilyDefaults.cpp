//===- FamilyDefaults.cpp - Calibrations of processor families ------------===//
//
// Values for Zen 5 and Sapphire Rapids were compared with measurements (the
// latter on a Granite Rapids); the others are estimates. Sizes, latencies in
// cycles, outstanding misses and reorder buffers are those of the manuals
// below, as far as known. Latencies of the last level and of memory depend on
// the clock, the number of cores and the memory.
//
//   Intel: Optimization Reference Manual (248966), volume 1: the tables of
//     cache parameters of each microarchitecture; "Data Prefetching": the
//     prefetchers of L2 stay in a page of 4 KB. What PREFETCHh does: its
//     table "Implementation-dependent details of prefetch instructions".
//   AMD: Software Optimization Guides for the families 17h models 30h and up
//     (56305), 19h (56665), 19h models 10h and up (57647), 1Ah (58455):
//     "Cache organization", "Prefetching of data".
//   Arm: Technical Reference Manuals of Neoverse N1 (100616), V1 (101427) and
//     N2 (102099), and their Software Optimization Guides.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "profdata/calibration/Calibration.h"

using namespace udpc;

namespace {

constexpr uint64_t KB = 1024, MB = 1024 * KB;

/// The values of one family.
struct FamilyRow {
  CpuFamily Family;
  uint64_t D1, L2, LL;
  /// The fraction of LL that one process gets while neighbours use it too.
  double ShareOfLL;
  double D1Ns, L2Ns, LLNs, MemoryNs;
  double LinesInFlight, InstructionsPerNs, Window;
  int64_t LongestStride;
  /// The values of nta, t1 and t2.
  PrefetchWorth NTA, T1, T2;
};

} // namespace

/// Lines that are only in L1 are evicted there before a distant use. On Intel
/// servers nta fetches only into L1, on clients also into one way of LL. AMD
/// treats t1 and t2 like t0 up to Zen 3, and fetches into L2 from Zen 4 on. The
/// values of Zen 5 and Granite Rapids were measured (docs/calibrate.md).
static constexpr PrefetchWorth Same{1, 1}, ToL2{0.8, 0.9}, ToLL{0.3, 0.4},
    ToL1OfServers{0.5, 0.6, 32}, ToL1{0.7, 0.9, 32}, NearlySame{0.98, 0.97};

// clang-format off
static constexpr FamilyRow Rows[] = {
    // D1, L2, LL, share; latencies; lines in flight, instructions in a ns, reorder buffer, stride; nta, t1, t2
    {CpuFamily::Generic,     32 * KB, 1 * MB,    16 * MB, 0.5,   1.4, 4.5, 20, 100,  12, 10, 256, 256,  ToL1, ToL2, ToL2},
    {CpuFamily::IntelClient, 48 * KB, 1280 * KB, 24 * MB, 0.75,  1.1, 3.3, 15, 85,   16, 16, 512, 256,  ToL1, ToL2, ToL2},
    {CpuFamily::IntelServer, 32 * KB, 1 * MB,    32 * MB, 0.25,  1.5, 4.5, 25, 100,  12, 10, 224, 256,  ToL1OfServers, ToL2, ToLL},
    {CpuFamily::SapphireRapids, 48 * KB, 2 * MB, 105 * MB, 0.25, 1.3, 4.1, 36, 140,  14, 18, 512, 256,  {0.97, 0.95, 64, 1.2, 128}, Same, Same},
    {CpuFamily::Zen2,        32 * KB, 512 * KB,  16 * MB, 0.5,   1.2, 3.6, 12, 100,  22, 13, 224, 256,  NearlySame, Same, Same},
    {CpuFamily::Zen3,        32 * KB, 512 * KB,  32 * MB, 0.5,   1.1, 3.4, 13, 100,  24, 15, 256, 256,  NearlySame, Same, Same},
    {CpuFamily::Zen4,        32 * KB, 1 * MB,    32 * MB, 0.5,   1.1, 3.8, 13, 105,  24, 16, 320, 256,  NearlySame, ToL2, ToL2},
    {CpuFamily::Zen5,        48 * KB, 1 * MB,    32 * MB, 0.5,   1.0, 3.6, 13, 110,  24, 18, 448, 256,  NearlySame, ToL2, ToL2},
    {CpuFamily::NeoverseN1,  64 * KB, 1 * MB,    32 * MB, 0.25,  1.6, 4.4, 30, 110,  20,  8, 128, 256,  Same, ToL2, ToLL},
    {CpuFamily::NeoverseV1,  64 * KB, 1 * MB,    32 * MB, 0.25,  1.5, 5.0, 32, 120,  32, 12, 256, 256,  Same, ToL2, ToLL},
    {CpuFamily::NeoverseN2,  64 * KB, 1 * MB,    32 * MB, 0.25,  1.4, 4.6, 32, 115,  24, 10, 160, 256,  Same, ToL2, ToLL},
};
// clang-format on
static_assert(std::size(Rows) == NumCpuFamilies);

static const FamilyRow &rowOf(CpuFamily Family) {
  for (const FamilyRow &R : Rows)
    if (R.Family == Family)
      return R;
  return Rows[0];
}

Calibration udpc::defaultCalibration(const Cpu &C) {
  const FamilyRow &R = rowOf(C.Kind);
  Calibration Result;
  Result.What = C;
  Result.Levels = {{"D1", R.D1, R.D1, R.D1Ns},
                   {"L2", R.L2, R.L2, R.L2Ns},
                   {"LL", R.LL, uint64_t(R.LL * R.ShareOfLL), R.LLNs}};
  Result.MemoryLatency = R.MemoryNs;
  Result.LinesInFlight = R.LinesInFlight;
  Result.InstructionsPerNs = R.InstructionsPerNs;
  Result.Window = R.Window;
  Result.Prefetcher.LongestStride = R.LongestStride;
  Result.Worth[size_t(HintType::NTA)] = R.NTA;
  Result.Worth[size_t(HintType::T1)] = R.T1;
  Result.Worth[size_t(HintType::T2)] = R.T2;
  return Result;
}
