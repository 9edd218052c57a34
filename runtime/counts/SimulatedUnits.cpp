//===- SimulatedUnits.cpp - Units that simulate caches --------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/counts/Units.h"
#include "runtime/interfaces/SimulationLink.h"
#include "runtime/system/System.h"

using namespace udpc;
using namespace udpc::rt;

static bool WarnedOfSimulation, WarnedOfCodeCache;

/// Warns that objects that simulate caches are linked without the simulation,
/// so that their accesses have no effect.
static void warnOfMissingSimulation() {
  if (!WarnedOfSimulation)
    warn("some of the program's code simulates caches, but the simulation is "
         "not linked: no misses are counted; link by udpc-clang, or with "
         "-Wl,-u,__udpc_simulation");
  WarnedOfSimulation = true;
}

/// Warns if a library that is loaded late may not report all misses of the I1,
/// which was chosen before.
static void checkCodeCache(const abi::CostHeader &Costs) {
  const abi::CacheGeometry I1 = simulatedCaches().I1;
  if (WarnedOfCodeCache || Costs.Flags & abi::SupportsAnyI1 ||
      !I1.Associativity ||
      I1.Size / I1.Associativity >= abi::RecentCode << abi::RecentLineShift)
    return;
  WarnedOfCodeCache = true;
  warn("a library that was loaded later does not report all that the I1 of "
       "UDPC_OPTIONS misses; compile it with -fudpc-profile=cache-any-i1");
}

void rt::startSimulation(const abi::Unit &U) {
  auto *Costs = reinterpret_cast<const abi::CostHeader *>(U.Costs);
  constexpr uint32_t Both = abi::SimulatesCaches | abi::SimulatesBranches;
  if (!U.Runtime || !Costs || !(Costs->Flags & Both))
    return;
  if (!haveSimulation())
    return warnOfMissingSimulation();
  if (Costs->Flags & abi::SimulatesBranches)
    __udpc_simulation.InitBranches();
  if (!(Costs->Flags & abi::SimulatesCaches))
    return;
  // The caches that can be simulated depend on all registered units.
  initSimulation(supportAnyI1());
  checkCodeCache(*Costs);
}

void rt::connectSimulation(abi::LibrarySimulation &S) {
  if (!haveSimulation())
    return;
  __atomic_store_n(&S.Access, __udpc_simulation.Access, __ATOMIC_RELAXED);
  __atomic_store_n(&S.Fetch, __udpc_simulation.Fetch, __ATOMIC_RELAXED);
  __atomic_store_n(&S.Range, __udpc_simulation.Range, __ATOMIC_RELAXED);
}
