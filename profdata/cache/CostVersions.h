//===- CostVersions.h - Several cost tables of a source file ----*- C++ -*-===//
//
// Explains sums of profiles that mix builds. Used by the commands that read
// cache profiles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_COSTVERSIONS_H
#define UDPC_PROFDATA_CACHE_COSTVERSIONS_H

#include <string>
#include <vector>

namespace udpc {

class CacheProfile;

/// Returns notes, a line each, if the counts of \p Profile are from several
/// builds or from runs that have simulated different caches. All tables are
/// decoded.
std::vector<std::string> mergeNotes(const CacheProfile &Profile);

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_COSTVERSIONS_H
