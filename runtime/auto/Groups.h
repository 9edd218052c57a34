//===- Groups.h - The sites of each function --------------------*- C++ -*-===//
//
// The groups of sites that are switched together, one for each function with
// sites of a module; used by HotCode. Needs the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_AUTO_GROUPS_H
#define UDPC_RUNTIME_AUTO_GROUPS_H

#include "runtime/auto/HotSites.h"
#include "runtime/auto/ModuleFunctions.h"
#include "runtime/patch/SiteRegistry.h"

namespace udpc {
namespace rt {

/// The sites of a function: those of number First to End - 1 of the module.
struct GroupPlace {
  uintptr_t Function;
  uint32_t Module; ///< Index for siteModule().
  uint64_t First, End;
};

/// All groups and their places, in the same order.
extern HotGroup *Groups;
extern GroupPlace *GroupPlaces;
uint64_t numGroups();

/// Adds the groups of the module whose records begin at \p Begin and whose code
/// is \p Code.
void addGroups(const abi::InstructionRec *Begin, const ModuleFunctions &Code);

/// Returns the group of the function that contains \p Address; null if there is
/// none.
HotGroup *findGroup(uintptr_t Address);

/// Calls \p Action with each site of a group.
template <typename Function>
void forEachSite(const GroupPlace &Place, Function Action) {
  SiteModule &M = siteModule(Place.Module);
  for (uint64_t I = Place.First; M.IsLive && I != Place.End; ++I)
    Action(M.Sites[I]);
}

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_AUTO_GROUPS_H
