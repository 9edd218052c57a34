//===- CallgrindFile.h - Files in Callgrind's format -----------*- C++ -*-===//
//
// For KCachegrind. Its format keeps apart what Cachegrind's mixes: the file in
// which a function is defined, and the files whose code was inlined into it.
// Calls are not known, hence there are no inclusive costs. Source: Valgrind's
// manual, "Callgrind Format Specification".
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_CACHE_CALLGRINDFILE_H
#define UDPC_PROFDATA_CACHE_CALLGRINDFILE_H

#include "profdata/cache/CachegrindFile.h"

namespace udpc {

class CallgrindFile {
public:
  static CallgrindFile of(const CacheProfile &Profile,
                          CachegrindFile::Options O);
  /// Each function once for each file that has code of it, as \p File has it.
  static CallgrindFile of(const CachegrindFile &File);

  /// What is before the costs, with the sum of all.
  const CachegrindFile &head() const { return Head; }
  void print(llvm::raw_ostream &OS) const;

private:
  using FilesOfFunction = std::map<std::string, CachegrindFile::Lines>;

  /// Descriptions, events, summary; without costs.
  CachegrindFile Head;
  uint64_t Pid = 0; ///< 0: unknown, or several.
  /// By the file where it is defined and the function: the files that have its
  /// code.
  std::map<std::pair<std::string, std::string>, FilesOfFunction> Functions;
};

} // namespace udpc

#endif // UDPC_PROFDATA_CACHE_CALLGRINDFILE_H
