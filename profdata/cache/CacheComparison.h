//===- CacheComparison.h - Detects profiles of different caches -*- C++ -*-===//
//
// Compares the cache descriptions of the files that are added up. Used by the
// commands that read several files.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_CACHECOMPARISON_H
#define UDPC_PROFDATA_CACHE_CACHECOMPARISON_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <string>

namespace udpc {

/// Detects files in formats of Valgrind with different caches, by their
/// descriptions, "desc: D1 cache: 32768 B, 64 B, 8-way associative", which
/// Cachegrind and udpc write in the same form.
class CacheComparison {
public:
  /// Returns how the caches of \p File, which has \p Descriptions, differ from
  /// those of the first file; "" if they do not, or if a file with the same
  /// caches has been reported.
  std::string add(llvm::StringRef File,
                  llvm::ArrayRef<std::string> Descriptions);

private:
  /// The description of each cache.
  using Caches = std::map<std::string, std::string>;
  static Caches cachesOf(llvm::ArrayRef<std::string> Descriptions);

  std::string FirstFile;
  Caches First;
  std::set<Caches> Known;
};

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_CACHECOMPARISON_H
