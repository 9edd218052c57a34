//===- MissProfile.cpp - Reads what hints are made of ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/recommend/MissProfile.h"
#include "profdata/cache/CacheUnion.h"
#include "tools/udpc/profiles/ReadProfiles.h"

using namespace llvm;
using namespace udpc;

Expected<CacheProfile> udpc::readMisses(ArrayRef<std::string> Files) {
  Expected<ProfileSum> Sum = readProfiles(Files);
  if (!Sum)
    return Sum.takeError();
  auto *Profile = Sum->get<CacheProfile>();
  if (!Profile)
    return createStringError(
        Files.front() +
        ": hints need a cache profile (udpc.*.cache), which records "
        "the misses of each operation");
  if (!Profile->simulatesCaches())
    return createStringError(
        Files.front() + ": has no misses; compile with -fudpc-profile=cache");
  if (!areMissesComparable(Profile->Caches))
    return createStringError(
        Files.front() + ": " + describeMixture(Profile->Caches) +
        "; give profiles of the same caches to recommend from");
  return std::move(*Profile);
}
