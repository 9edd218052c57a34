//===- ModuleWatch.h - Applies plans to loaded modules ----------*- C++ -*-===//
//
// Applies plans at start-up and whenever modules are loaded or unloaded. The
// dynamic linker calls an empty function of its own, at which debuggers set a
// breakpoint, whenever it has loaded libraries, before it relocates them and
// runs their constructors, and when it is about to unload libraries. If there
// are plans, the runtime changes this function to a jump to its own.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PLAN_MODULEWATCH_H
#define UDPC_RUNTIME_PATCH_PLAN_MODULEWATCH_H

#include "udpc/abi.h"

namespace udpc {
namespace rt {

/// Functions called with the StateLock when the sites of loaded modules have
/// changed.
struct PlanActions {
  void (*RegisterUnits)(abi::Unit **Begin, abi::Unit **End);
  void (*ApplySwitches)();
};

/// Called at start-up, before usePlans.
void setPlanActions(const PlanActions &Actions);

/// Reads the plans in \p Folder, and adds their code to modules that are loaded
/// now or later. Returns the number of sites added to the process, or -errno if
/// the folder cannot be read. Takes the StateLock.
long usePlans(const char *Folder);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_MODULEWATCH_H
