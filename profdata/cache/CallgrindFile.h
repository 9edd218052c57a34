//===- CallgrindFile.h - Files in Callgrind's format -----------*- C++ -*-===//
//
// For KCachegrind. Unlike Cachegrind's, the format distinguishes the file in
// which a function is defined from the files whose code was inlined into it.
// Calls are not known, so there are no inclusive costs. Source: Valgrind's
// manual, "Callgrind Format Specification".
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_CALLGRINDFILE_H
#define UDPC_PROFDATA_CACHE_CALLGRINDFILE_H

#include "profdata/cache/CachegrindFile.h"
#include <tuple>

namespace udpc {

class CallgrindFile {
public:
  static CallgrindFile of(const CacheProfile &Profile,
                          CachegrindFile::Options O);
  /// The costs of each function, once for each file with code of it.
  static CallgrindFile of(const CachegrindFile &File);

  /// The header, with the totals.
  const CachegrindFile &head() const { return Head; }
  void print(llvm::raw_ostream &OS) const;

private:
  using FilesOfFunction = std::map<std::string, CachegrindFile::Lines>;

  /// Descriptions, events, summary; without costs.
  CachegrindFile Head;
  uint64_t Pid = 0; ///< 0: unknown, or several.
  /// By the executable or library, "" if unknown, the file where it is defined,
  /// and the function: the files that have its code.
  std::map<std::tuple<std::string, std::string, std::string>, FilesOfFunction>
      Functions;
};

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_CALLGRINDFILE_H
