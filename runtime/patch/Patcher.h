//===- Patcher.h - Turns udpc instructions on and off ----------*- C++ -*-===//
//
// x86-64: a udpc instruction is a 9-byte NOP in the program's code. Turned on,
// it is one increment or decrement of a thread-local slot; where that cannot
// be (the flags must be kept, or the code is a library's, whose slots are
// wherever the thread has them), a jump to a trampoline that counts and comes
// back.
//
// The code of a site may be running on other threads meanwhile. It is changed
// by the protocol of a debugger's breakpoint: the first byte becomes INT3; all
// cores see that (membarrier); then the bytes after it change; all cores see
// that; then the first byte. A thread that runs into the INT3 gets SIGTRAP, and
// our handler lets it go on behind the site: it is off while it changes. So all
// threads must be able to take SIGTRAP: the runtime keeps it unblocked.
//
// All functions need the StateLock.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_RUNTIME_PATCH_PATCHER_H
#define UDPC_RUNTIME_PATCH_PATCHER_H

#include "runtime/core/Units.h"

namespace udpc {
namespace rt {

/// Notes the sites of a module, all of which are off. Nothing is patched.
void registerSites(const abi::InstructionRec *Begin,
                   const abi::InstructionRec *End);
/// Forgets them: the module is about to be unloaded, or the program ends. Sites
/// that are on stay so, for code that still runs.
void unregisterSites(const abi::InstructionRec *Begin,
                     const abi::InstructionRec *End);

/// Whether any module has udpc instructions.
bool haveSites();

/// Whether the sites of event number \p Event of \p Unit's table are to be on.
using EventFilter = bool (*)(const UnitRecord &Unit, uint32_t Event);

struct PatchResult {
  /// Sites that were turned on or off now.
  uint64_t Changed;
  /// Sites that could not be: their memory cannot be made writable, there is no
  /// room for a trampoline near them, or what stands there is no udpc
  /// instruction.
  uint64_t Failed;
  /// The errno of the first failure.
  int Error;
};

/// Brings every site into the state that \p IsOn asks for. When it returns, all
/// threads see it. Warns once of sites that cannot be patched, naming why; the
/// program runs on.
PatchResult patchSites(EventFilter IsOn);

} // namespace rt
} // namespace udpc

#endif // UDPC_RUNTIME_PATCH_PATCHER_H
