//===- OwnDebugInfo.h - Debug info that is not the user's -------*- C++ -*-===//

#ifndef UDPC_PASSES_OWNDEBUGINFO_H
#define UDPC_PASSES_OWNDEBUGINFO_H

namespace llvm {
class Module;
} // namespace llvm

namespace udpc {

/// Removes the debug info of \p M if it was enabled for the plugin only. Where
/// \p NeedsPlaces, or another part of the compiler reads places later, only the
/// object has none.
void removeOwnDebugInfo(llvm::Module &M, bool NeedsPlaces);

} // namespace udpc

#endif // UDPC_PASSES_OWNDEBUGINFO_H
