//===- Patcher.h - Turns udpc instructions on and off ----------*- C++ -*-===//
//
// A udpc instruction does nothing. Turned on, it is one increment or decrement
// of a thread-local slot, or a jump to a trampoline that counts and jumps back.
// A trampoline is needed if the flags are live, if only some of the
// instruction's events are on, or if the code is a library's, whose slots have
// no fixed offset. target/ has the code for each processor.
//
// Other threads may execute the site meanwhile. So, on x86-64, the first byte
// becomes INT3; all cores synchronise (membarrier); the bytes after it change;
// all cores synchronise; then the first byte changes. A thread that executes
// the INT3 gets SIGTRAP, and our handler resumes it after the site. So the
// runtime keeps SIGTRAP unblocked in all threads.
//
// All functions need the StateLock.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PATCHER_H
#define UDPC_RUNTIME_PATCH_PATCHER_H

#include "runtime/patch/plan/SiteFilter.h"

namespace udpc {
namespace rt {

/// Registers the sites of a module, all of which are off. Nothing is patched.
void registerSites(const abi::InstructionRec *Begin,
                   const abi::InstructionRec *End);
/// Unregisters the sites of a module that is about to be unloaded, or when the
/// program ends. Sites that are on stay on, for code that still runs.
void unregisterSites(const abi::InstructionRec *Begin,
                     const abi::InstructionRec *End);

/// Returns whether any module has udpc instructions.
bool haveSites();

/// Counts an execution of \p Site, which is changing, for those of its events
/// that stay on. Called by the SIGTRAP handler, without the lock.
struct InstructionSite;
void countWhileChanging(const InstructionSite &Site);

/// Sets every site to the state that \p IsOn requests. When the function
/// returns, all threads see the change. Warns once about sites that cannot be
/// patched, with the reason.
PatchResult patchSites(SiteFilter IsOn);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PATCHER_H
