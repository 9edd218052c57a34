//===- ProfileOptions.h - Options of the profile pass -----------*- C++ -*-===//
//
// As with prefetching, the option is stored as a function attribute, for
// link-time code generation.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_OPTIONS_PROFILEOPTIONS_H
#define UDPC_PASSES_OPTIONS_PROFILEOPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/GlobPattern.h"
#include <optional>
#include <string>
#include <vector>

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

/// What is profiled: "cache,branches,calls".
struct ProfileParts {
  ProfileMode Mode = ProfileMode::None;
  bool Branches = false; ///< Mispredicted branches are simulated.
  /// The same, and the code leaves the model of the predictor to the runtime.
  bool AnyBranchModel = false;
  bool Calls = false; ///< Who called whom is recorded (udpc/calls.h).
  bool Jumps = false; ///< How often each jump is taken.
  /// Checks of caches are called wherever they can be.
  bool Small = false;
  /// Globs of functions that are regions (udpc/regions.h).
  std::vector<llvm::StringRef> Regions;

  bool any() const { return Mode != ProfileMode::None; }
  bool simulatesCaches() const { return udpc::simulatesCaches(Mode); }
};

/// Parses a list with commas: "counts", "cache" or "cache-any-i1", then what is
/// profiled besides, each at most once but "region=<glob>". The globs are parts
/// of \p Text. None for other text.
// Inline for the driver, which does not link the passes.
inline std::optional<ProfileParts> parseProfile(llvm::StringRef Text) {
  auto [Mode, Rest] = Text.split(',');
  ProfileParts Parts;
  Parts.Mode = llvm::StringSwitch<ProfileMode>(Mode)
                   .Case("counts", ProfileMode::Counts)
                   .Case("cache", ProfileMode::Cache)
                   .Case("cache-any-i1", ProfileMode::CacheAnyI1)
                   .Default(ProfileMode::None);
  if (!Parts.any() || Text.ends_with(","))
    return std::nullopt;
  while (!Rest.empty()) {
    llvm::StringRef Part;
    std::tie(Part, Rest) = Rest.split(',');
    if (llvm::StringRef Glob = Part; Glob.consume_front("region=")) {
      llvm::Expected<llvm::GlobPattern> Pattern =
          llvm::GlobPattern::create(Glob);
      if (!Pattern)
        llvm::consumeError(Pattern.takeError());
      if (Glob.empty() || !Pattern)
        return std::nullopt;
      Parts.Regions.push_back(Glob);
      continue;
    }
    bool *Flag = llvm::StringSwitch<bool *>(Part)
                     .Case("branches", &Parts.Branches)
                     .Case("branches-any-model", &Parts.AnyBranchModel)
                     .Case("calls", &Parts.Calls)
                     .Case("jumps", &Parts.Jumps)
                     .Case("small", &Parts.Small)
                     .Default(nullptr);
    if (!Flag || *Flag)
      return std::nullopt;
    *Flag = true;
  }
  if ((Parts.AnyBranchModel && Parts.Branches) ||
      (Parts.Small && !Parts.simulatesCaches()))
    return std::nullopt;
  Parts.Branches |= Parts.AnyBranchModel;
  return Parts;
}

/// The value of the option, whose text is valid.
constexpr llvm::StringLiteral ProfileAttribute = "udpc-profile";

/// The option of the command line.
ProfileParts requestedProfile();
/// Its text.
llvm::StringRef requestedProfileText();

/// The option for \p F.
ProfileParts profileOf(const llvm::Function &F);

} // namespace udpc

#endif // UDPC_PASSES_OPTIONS_PROFILEOPTIONS_H
