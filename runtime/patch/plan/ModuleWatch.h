//===- ModuleWatch.h - Plans for modules that come and go -------*- C++ -*-===//
//
// The dynamic linker calls an empty function of its own, at which debuggers set
// a breakpoint, whenever it has loaded or is about to unload libraries: before
// it relocates them and runs their constructors. With plans this function jumps
// to ours.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PLAN_MODULEWATCH_H
#define UDPC_RUNTIME_PATCH_PLAN_MODULEWATCH_H

#include "udpc/abi.h"

namespace udpc {
namespace rt {

/// What is done, with the StateLock, when the sites of loaded modules have
/// changed.
struct PlanActions {
  void (*RegisterUnits)(abi::Unit **Begin, abi::Unit **End);
  void (*ApplySwitches)();
};

/// At start-up, before usePlans.
void setPlanActions(const PlanActions &Actions);

/// Reads the plans in \p Folder, and adds their code to the modules that are
/// loaded, or will be. Returns -errno if the folder cannot be read, or the
/// number of sites that the process has more. Takes the StateLock.
long usePlans(const char *Folder);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PLAN_MODULEWATCH_H
