//===- Register.cpp - Registration calls of generated code ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/auto/Groups.h"
#include "runtime/auto/HotCode.h"
#include "runtime/control/Control.h"
#include "runtime/counts/TableOrigins.h"
#include "runtime/counts/Threads.h"
#include "runtime/counts/Units.h"
#include "runtime/events/EventBias.h"
#include "runtime/every/Stacks.h"
#include "runtime/interfaces/Hooks.h"
#include "runtime/interfaces/PerfCounts.h"
#include "runtime/interfaces/SimulationLink.h"
#include "runtime/modules/Executable.h"
#include "runtime/output/Continuous.h"
#include "runtime/output/Dump.h"
#include "runtime/patch/Patcher.h"
#include "runtime/patch/Switches.h"
#include "runtime/patch/plan/ModuleWatch.h"
#include "runtime/system/Process.h"
#include "runtime/system/System.h"

using namespace udpc;
using namespace udpc::rt;

/// Registers units. Needs the StateLock.
static void registerUnits(abi::Unit **Begin, abi::Unit **End) {
  for (abi::Unit **U = Begin; U != End; ++U)
    if (*U)
      registerUnit(*U);
  prepareStacks();
  addUnitsToFile();
  nameCountFile();
  // Which caches can be simulated depends on all units.
  for (abi::Unit **U = Begin; U != End; ++U)
    if (*U)
      startSimulation(**U);
  // A program that would see our signal handler gets none for its events.
  if (numCostUnits() || (anySites() && seesSignals()))
    startControl();
  registerPerf();
  maskNewEvents();
  writeStartValues();
  reserveForOutputs();
}

extern "C" void __udpc_register(abi::Unit **Begin, abi::Unit **End) {
  ensureStarted();
  StateLock Lock;
  if (Lock.held())
    registerUnits(Begin, End);
}

void rt::startPlans() {
  setPlanActions({registerUnits, [] { applySwitches(); }});
  const char *Folder = options().plans.Text;
  if (!*Folder)
    return;
  long Result = usePlans(Folder);
  if (Result < 0)
    warn("UDPC_OPTIONS: plans: '", Folder,
         "' cannot be read: ", errorText(static_cast<int>(-Result)));
  // `udpc ctl` may add more plans.
  StateLock Lock;
  if (Lock.held())
    startControl();
}

extern "C" void __udpc_unregister(abi::Unit **Begin, abi::Unit **End) {
  // The executable's tables stay, and are what %m identifies
  // (SharedProfile.cpp).
  if (executable().contains(Begin))
    return;
  StateLock Lock;
  if (Lock.held())
    findTableFiles();
  for (abi::Unit **U = Begin; Lock.held() && U != End; ++U)
    if (*U)
      unregisterUnit(*U);
}

extern "C" UDPC_PRESERVE_MOST uint64_t *__udpc_thread_slots(abi::Unit *U) {
  // Libraries are relocated before the executable, and their resolvers of
  // indirect functions run meanwhile, before the start.
  if (hasStarted())
    return findSlots(U);
  U->HasEarlyCounts = 1;
  return earlySlots(U);
}

static uintptr_t addressOf(const abi::InstructionRec &Rec) {
  return reinterpret_cast<uintptr_t>(&Rec.Address) + uintptr_t(Rec.Address);
}

extern "C" void __udpc_register_sites(const abi::InstructionRec *Begin,
                                      const abi::InstructionRec *End) {
  ensureStarted();
  ModuleFunctions Code = {};
  if (isHotCodeOn() && Begin != End)
    Code = findModuleFunctions(addressOf(*Begin));
  StateLock Lock;
  if (!Lock.held())
    return;
  registerSites(Begin, End);
  if (isHotCodeOn())
    addGroups(Begin, Code);
  if (haveSites())
    startControl();
  applySwitches();
}

extern "C" void __udpc_unregister_sites(const abi::InstructionRec *Begin,
                                        const abi::InstructionRec *End) {
  StateLock Lock;
  if (!Lock.held())
    return;
  closeHotSites(Begin);
  unregisterSites(Begin, End);
}
