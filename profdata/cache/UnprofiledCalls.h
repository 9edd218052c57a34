//===- UnprofiledCalls.h - Calls of code without a profile -----*- C++ -*-===//
//
// A cost profile has the costs of code that was compiled with -fudpc-profile.
// The number of calls from that code to other code (the C library, other
// libraries) indicates what the profile does not cover. Used by annotations and
// checks.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_UNPROFILEDCALLS_H
#define UDPC_PROFDATA_CACHE_UNPROFILEDCALLS_H

#include "profdata/cache/CacheProfile.h"
#include <map>

namespace udpc {

/// Whether \p Symbol is a function of udpc.h, whose calls do not count as calls
/// of the program.
inline bool isOfRuntime(llvm::StringRef Symbol) {
  return Symbol.starts_with("__udpc_");
}

/// The calls from profiled code to code without a profile.
class UnprofiledCalls {
public:
  /// Adds the calls of another profile. A function is profiled if it is in the
  /// same profile.
  void add(const CacheProfile &Profile);

  /// The number of calls in all profiled code.
  uint64_t all() const { return All; }
  /// The numbers of calls of symbols without a profile, by symbol.
  const std::map<std::string, uint64_t> &callees() const { return Callees; }
  uint64_t unprofiled() const { return Unprofiled; }
  /// The number of calls through pointers, whose callees are unknown. Not
  /// included in unprofiled().
  uint64_t throughPointers() const { return ThroughPointers; }

  /// The instructions of profiles with calls, and those of them in translation
  /// units whose calls were not recorded (code of libraries): the latter are
  /// not part of any other function's inclusive costs.
  uint64_t instructions() const { return Instructions; }
  uint64_t instructionsWithoutCalls() const { return WithoutCalls; }

  /// Whether a profile is a region of a profile with calls, which regions do
  /// not have.
  bool hasLostCalls() const { return HasLostCalls; }

  /// Samples of CPU time, if runs have taken some (option `time_share`), and
  /// the number of them in code without a profile.
  uint64_t timeSamples() const { return TimeSamples; }
  uint64_t unprofiledSamples() const { return UnprofiledSamples; }

  /// Returns the callees, demangled, most calls first.
  std::vector<std::pair<std::string, uint64_t>> sorted() const;

private:
  uint64_t All = 0, Unprofiled = 0, ThroughPointers = 0;
  uint64_t Instructions = 0, WithoutCalls = 0;
  uint64_t TimeSamples = 0, UnprofiledSamples = 0;
  bool HasLostCalls = false;
  std::map<std::string, uint64_t> Callees;
};

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_UNPROFILEDCALLS_H
