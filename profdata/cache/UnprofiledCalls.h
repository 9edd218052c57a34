//===- UnprofiledCalls.h - Calls of code without a profile -----*- C++ -*-===//
//
// A cost profile has the costs of code that was compiled with -fudpc-profile.
// How often that code calls other code (the C library, other libraries) tells
// what it leaves out.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_UNPROFILEDCALLS_H
#define UDPC_PROFDATA_CACHE_UNPROFILEDCALLS_H

#include "profdata/cache/CacheProfile.h"
#include <map>

namespace udpc {

/// Whether \p Symbol is a function of udpc.h: calls of it are no calls of the
/// program.
inline bool isOfRuntime(llvm::StringRef Symbol) {
  return Symbol.starts_with("__udpc_");
}

class UnprofiledCalls {
public:
  /// Adds the calls of another profile. What is profiled is decided within it.
  void add(const CacheProfile &Profile);

  /// Of all profiled code.
  uint64_t all() const { return All; }
  /// Those of symbols without a profile, by symbol.
  const std::map<std::string, uint64_t> &callees() const { return Callees; }
  uint64_t unprofiled() const { return Unprofiled; }
  /// Those through pointers, whose callees are unknown. Not in unprofiled().
  uint64_t throughPointers() const { return ThroughPointers; }

  /// Of the instructions of profiles with calls, those of translation units
  /// whose calls were not recorded (code of libraries): they are part of no
  /// other function's inclusive costs.
  uint64_t instructions() const { return Instructions; }
  uint64_t withoutCalls() const { return WithoutCalls; }

  /// Whether a profile is a region of one with calls, which it has not.
  bool hasLostCalls() const { return HasLostCalls; }

  /// Samples of CPU time, where runs have taken some (the option
  /// `time_share`), and those of them in code without a profile.
  uint64_t timeSamples() const { return TimeSamples; }
  uint64_t unprofiledSamples() const { return UnprofiledSamples; }

  /// The callees, demangled, most calls first.
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
