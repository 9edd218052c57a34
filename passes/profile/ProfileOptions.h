//===- ProfileOptions.h - Whether and what to profile ----------*- C++ -*-===//
//
// As with prefetching, the choice travels with the functions as an attribute,
// for code that is generated at link time.
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
  Cache,  ///< And what caches make of the accesses.
  /// The same, and fetches are checked so that the cache of code may have any
  /// number of sets.
  CacheAnyI1,
};

inline bool simulatesCaches(ProfileMode Mode) {
  return Mode == ProfileMode::Cache || Mode == ProfileMode::CacheAnyI1;
}

/// "counts", "cache" or "cache-any-i1".
constexpr llvm::StringLiteral ProfileAttribute = "udpc-profile";

/// What the command line asks for.
ProfileMode requestedProfile();

/// What the code of \p F is to get.
ProfileMode profileOf(const llvm::Function &F);

/// The attribute's value; "" for None.
llvm::StringRef profileWord(ProfileMode Mode);

} // namespace udpc

#endif // UDPC_PASSES_PROFILE_PROFILEOPTIONS_H
