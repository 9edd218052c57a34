//===- CacheUnion.cpp - Adds up the caches of runs ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/cache/CacheUnion.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <tuple>
#include <vector>

using namespace llvm;
using namespace udpc;

static constexpr std::pair<const char *, abi::CacheGeometry abi::CacheRec::*>
    Levels[] = {{"I1", &abi::CacheRec::I1},
                {"D1", &abi::CacheRec::D1},
                {"L2", &abi::CacheRec::L2},
                {"LL", &abi::CacheRec::LL}};

static bool operator==(const abi::CacheGeometry &L,
                       const abi::CacheGeometry &R) {
  return std::tie(L.Size, L.Associativity, L.LineSize) ==
         std::tie(R.Size, R.Associativity, R.LineSize);
}

static std::string describe(const abi::CacheGeometry &G) {
  if (!G.Size)
    return "none or several";
  return (Twine(G.Size) + "," + Twine(G.Associativity) + "," +
          Twine(G.LineSize))
      .str();
}

static bool simulatesCaches(const abi::CacheRec &C) {
  return C.Flags & abi::CachesSimulated;
}

abi::CacheRec udpc::uniteCaches(const abi::CacheRec &L,
                                const abi::CacheRec &R) {
  abi::CacheRec Both = simulatesCaches(L) ? L : R;
  Both.Flags = L.Flags | R.Flags;
  Both.TimeSamples = SaturatingAdd(L.TimeSamples, R.TimeSamples);
  Both.UnprofiledSamples =
      SaturatingAdd(L.UnprofiledSamples, R.UnprofiledSamples);
  uint32_t Differences = L.Flags ^ R.Flags;
  if (Differences & abi::CachesSimulated)
    Both.Flags |= abi::SomeSimulatedNone;
  if (Differences & abi::BranchesSimulated)
    Both.Flags |= abi::SomeWithoutBranches;
  if (!simulatesCaches(L) || !simulatesCaches(R))
    return Both;
  if (Differences & abi::PrefetcherSimulated)
    Both.Flags |= abi::CachesDiffer;
  for (const auto &[Name, Level] : Levels)
    if (!(L.*Level == R.*Level)) {
      Both.*Level = {};
      Both.Flags |= abi::CachesDiffer;
    }
  return Both;
}

std::string udpc::describeDifference(const abi::CacheRec &Here,
                                     const abi::CacheRec &There) {
  std::vector<std::string> Texts;
  uint32_t Differences = Here.Flags ^ There.Flags;
  auto Only = [&](uint32_t Flag, const Twine &What) {
    if (Differences & Flag)
      Texts.push_back(
          (Here.Flags & Flag ? What + " only here" : What + " only there")
              .str());
  };
  Only(abi::CachesSimulated, "caches are simulated");
  Only(abi::BranchesSimulated, "branches are simulated");
  if (simulatesCaches(Here) && simulatesCaches(There)) {
    Only(abi::PrefetcherSimulated, "the hardware prefetcher is simulated");
    for (const auto &[Name, Level] : Levels)
      if (!(Here.*Level == There.*Level))
        Texts.push_back(std::string(Name) + " is " + describe(Here.*Level) +
                        ", there " + describe(There.*Level));
  }
  return join(Texts, "; ");
}

std::string udpc::describeMixture(const abi::CacheRec &Caches) {
  std::vector<std::string> Texts;
  if (Caches.Flags & abi::CachesDiffer)
    Texts.push_back("the runs have simulated different caches, and the misses "
                    "are the sums of each run's own");
  if (Caches.Flags & abi::SomeSimulatedNone)
    Texts.push_back("some runs have simulated no caches: the misses are those "
                    "of the others, the accesses are those of all");
  if (Caches.Flags & abi::SomeWithoutBranches)
    Texts.push_back("some runs have simulated no branches: the mispredictions "
                    "are those of the others");
  return join(Texts, "; ");
}
