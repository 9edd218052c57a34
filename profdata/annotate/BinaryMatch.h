//===- BinaryMatch.h - Detects a binary that was not profiled ---*- C++ -*-===//
//
// Compares the lines of functions in a binary with those in the profile. Used
// before the code of a function is annotated.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_BINARYMATCH_H
#define UDPC_PROFDATA_ANNOTATE_BINARYMATCH_H

#include "profdata/annotate/Assembly.h"
#include "profdata/cache/CacheProfile.h"

namespace udpc {

/// Detects that a binary is another program than the profiled one, or was
/// rebuilt from other sources: the lines where functions begin and the lines
/// with code must agree. Build IDs cannot tell, because a build without a
/// profile, which has another ID, is suitable as well.
class BinaryMatch {
public:
  /// Adds the start lines of functions in a cache profile.
  void add(const CacheProfile &Profile);

  /// Returns the evidence that \p Functions, all with one name, are not the
  /// code that \p Sheet describes; "" if there is none.
  std::string mismatchReason(llvm::ArrayRef<Assembly> Functions,
                             const CostSheet &Sheet) const;

private:
  std::string whyMoved(const Assembly &Function) const;

  /// The lines of definitions, by symbol (the lower 16 bits, as in keys).
  /// Several units may have a function of the same name.
  std::map<std::string, std::set<uint16_t>> Starts;
};

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_BINARYMATCH_H
