//===- CostVersions.h - Several cost tables of a source file ----*- C++ -*-===//

#ifndef UDPC_PROFDATA_CACHE_COSTVERSIONS_H
#define UDPC_PROFDATA_CACHE_COSTVERSIONS_H

#include <string>
#include <vector>

namespace udpc {

class CacheProfile;

/// What the counts of \p Profile are that are not of one build, or of runs that
/// have simulated the same; a line each. The tables are decoded.
std::vector<std::string> mergeNotes(const CacheProfile &Profile);

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_COSTVERSIONS_H
