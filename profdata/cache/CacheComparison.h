//===- CacheComparison.h - Profiles of different caches ---------*- C++ -*-===//

#ifndef UDPC_PROFDATA_CACHE_CACHECOMPARISON_H
#define UDPC_PROFDATA_CACHE_CACHECOMPARISON_H

#include "profdata/cache/CachegrindFile.h"
#include <set>

namespace udpc {

/// Notices that files in Cachegrind's format are of different caches. They say
/// so only in words, "desc: D1 cache: 32768 B, 64 B, 8-way associative", which
/// Cachegrind and we choose alike.
class CacheComparison {
public:
  /// How the caches of \p Profile differ from those of the first file, which
  /// is named; "" if they do not, or if another file with the same caches has
  /// been remarked on.
  std::string add(llvm::StringRef File, const CachegrindFile &Profile);

private:
  /// What is said of each cache.
  using Caches = std::map<std::string, std::string>;
  static Caches cachesOf(const CachegrindFile &Profile);

  std::string FirstFile;
  Caches First;
  std::set<Caches> Known;
};

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_CACHECOMPARISON_H
