//===- OutputMemory.cpp - Reserves memory for the profiles ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/costs/CostCentres.h"
#include "runtime/costs/CostTotals.h"
#include "runtime/counts/Threads.h"
#include "runtime/interfaces/SimulationLink.h"
#include "runtime/options/OutputName.h"
#include "runtime/output/Dump.h"
#include "runtime/system/Process.h"
#include "runtime/system/Reserve.h"

using namespace udpc;
using namespace udpc::rt;

namespace {
/// Sizes that determine those of the profiles of events and of costs.
struct ProfileSizes {
  uint64_t EventTables = 0, CostTables = 0, CostValues = 0;
  uint64_t Slots = numSlotsOfUnits(), Operations = numCostOperations(),
           Lines = numCostLines();
};
} // namespace

static ProfileSizes sizesOfUnits() {
  ProfileSizes S;
  for (uint32_t I = 0; I != numUnits(); ++I) {
    // A profile also has the path of the module of each unit.
    constexpr uint64_t Name = 256;
    const UnitRecord &U = unit(I);
    if (U.Costs.Header) {
      S.CostTables += U.Costs.stored()->TotalSize + Name;
      S.CostValues += U.Costs.numValues();
    } else {
      S.EventTables += U.View.Header->TotalSize + Name;
    }
  }
  return S;
}

/// Returns the memory for writing a profile of \p Size bytes to a file named by
/// \p Pattern.
static uint64_t imageSize(const char *Pattern, bool IsPacked, uint64_t Size) {
  // The image grows by doubling: the old and the new one exist at the same
  // time.
  constexpr uint64_t Whole = 3;
  // Further copies: the counts added before, the new ones, the file, and the
  // sum.
  constexpr uint64_t Shared = 5;
  if (isSharedName(Pattern))
    return (Whole + Shared) * Size;
  return IsPacked || isLiteralName(Pattern) ? Whole * Size : 0;
}

void rt::reserveForOutputs() {
  if (isPrivileged())
    return;
  ProfileSizes S = sizesOfUnits();
  // The number of threads is unknown, but few threads execute all the code.
  constexpr uint64_t Threads = 4;
  constexpr uint64_t Others = 256 << 10;
  uint64_t Counts = S.Slots * sizeof(abi::CountRec);
  uint64_t Bytes =
      Others + Counts +
      imageSize(options().output.Text, false, S.EventTables + Threads * Counts);
  if (numCostUnits()) {
    uint64_t Misses = S.Operations * sizeof(abi::OperationCountRec) +
                      S.Lines * sizeof(abi::LineCountRec);
    // Memory for the sums, and for text in Cachegrind's format.
    Bytes +=
        Misses + 2 * S.CostValues * sizeof(uint64_t) +
        S.Lines * (sizeof(LineCosts) + sizeof(LineRun) + sizeof(CountedLine));
    Bytes += imageSize(options().cache_output.Text, isSimulating(),
                       Others + S.CostTables + Threads * (Counts + Misses));
  }
  growReserve(Bytes);
}
