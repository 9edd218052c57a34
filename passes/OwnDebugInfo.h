//===- OwnDebugInfo.h - Debug info that is not the user's -------*- C++ -*-===//
//
// Removes debug info that the driver enabled for the plugin and the user did
// not ask for. EventsPass calls it when sites have been found.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_OWNDEBUGINFO_H
#define UDPC_PASSES_OWNDEBUGINFO_H

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

/// Removes the debug info of \p M if it was enabled for the plugin only. With
/// \p NeedsLocations, or if another part of the compiler reads source locations
/// later, these stay in the module, but not in the object file.
void removeOwnDebugInfo(llvm::Module &M, bool NeedsLocations);

} // namespace udpc

#endif // UDPC_PASSES_OWNDEBUGINFO_H
