//===- ProfileOptions.h - Options of the profile pass -----------*- C++ -*-===//
//
// The option -udpc-profile is stored as a function attribute, for link-time
// code generation. The driver parses it, too.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  Cache,  ///< Counts, and simulated caches.
  /// Cache, and fetches are checked so that the cache of code may have any
  /// number of sets.
  CacheAnyI1,
};

inline bool simulatesCaches(ProfileMode Mode) {
  return Mode == ProfileMode::Cache || Mode == ProfileMode::CacheAnyI1;
}

/// The profiled parts: "cache,branches,calls".
struct ProfileParts {
  ProfileMode Mode = ProfileMode::None;
  bool Branches = false; ///< Mispredicted branches are simulated.
  bool Calls = false;    ///< Callers and callees are recorded (udpc/calls.h).
  bool Jumps = false;    ///< Executions of each jump are counted.
  /// Cache checks are calls wherever they can be.
  bool Small = false;
  /// Globs of functions that are regions (udpc/regions.h).
  std::vector<llvm::StringRef> Regions;

  bool any() const { return Mode != ProfileMode::None; }
  bool simulatesCaches() const { return udpc::simulatesCaches(Mode); }
};

/// Parses a comma-separated list: "counts", "cache" or "cache-any-i1", then
/// further parts, each at most once except "region=<glob>". The globs are parts
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
                     .Case("calls", &Parts.Calls)
                     .Case("jumps", &Parts.Jumps)
                     .Case("small", &Parts.Small)
                     .Default(nullptr);
    if (!Flag || *Flag)
      return std::nullopt;
    *Flag = true;
  }
  if (Parts.Small && !Parts.simulatesCaches())
    return std::nullopt;
  return Parts;
}

/// The attribute whose value is the option's text, which is valid.
constexpr llvm::StringLiteral ProfileAttribute = "udpc-profile";

/// The parts that the command line requests.
ProfileParts requestedProfile();
/// The text of the command line's option.
llvm::StringRef requestedProfileText();

/// The parts that are profiled in \p F.
ProfileParts profileOf(const llvm::Function &F);

} // namespace udpc

#endif // UDPC_PASSES_OPTIONS_PROFILEOPTIONS_H
