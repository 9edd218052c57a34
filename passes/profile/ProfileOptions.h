//===- ProfileOptions.h - Options of the profile pass -----------*- C++ -*-===//
//
// As with prefetching, the option is stored as a function attribute, for
// link-time code generation.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PROFILE_PROFILEOPTIONS_H
#define UDPC_PASSES_PROFILE_PROFILEOPTIONS_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class Function;
} // namespace llvm

namespace udpc {

enum class ProfileMode {
  None,
  Counts, ///< Instructions and accesses, by counters of blocks.
  Cache,  ///< The same, and simulated caches.
  /// The same, and fetches are checked so that the cache of code may have any
  /// number of sets.
  CacheAnyI1,
};

inline bool simulatesCaches(ProfileMode Mode) {
  return Mode == ProfileMode::Cache || Mode == ProfileMode::CacheAnyI1;
}

/// "counts", "cache" or "cache-any-i1".
constexpr llvm::StringLiteral ProfileAttribute = "udpc-profile";

/// The option of the command line.
ProfileMode requestedProfile();

/// The option for \p F.
ProfileMode profileOf(const llvm::Function &F);

/// The attribute's value; "" for None.
llvm::StringRef profileWord(ProfileMode Mode);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PROFILEOPTIONS_H
