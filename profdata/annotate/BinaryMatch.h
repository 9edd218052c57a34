//===- BinaryMatch.h - Detects a binary that was not profiled ---*- C++ -*-===//

#ifndef UDPC_PROFDATA_ANNOTATE_BINARYMATCH_H
#define UDPC_PROFDATA_ANNOTATE_BINARYMATCH_H

#include "profdata/annotate/Assembly.h"
#include "profdata/cache/CacheProfile.h"

namespace udpc {

/// Detects that a binary is another program than the profiled one, or was
/// rebuilt from other sources. Profiles contain no build ID, because a build
/// without a profile, which has another one, is suitable as well. The lines
/// where functions begin and the lines with code must agree.
class BinaryMatch {
public:
  /// Adds the start lines of functions in a cache profile.
  void add(const CacheProfile &Profile);

  /// The evidence that \p Functions, all with one name, are not the code that
  /// \p Sheet describes; "" if there is none.
  std::string whyOther(llvm::ArrayRef<Assembly> Functions,
                       const CostSheet &Sheet) const;

private:
  std::string whyMoved(const Assembly &Function) const;

  /// By symbol: the lines of its definitions (the lower 16 bits, as in keys).
  /// Several units may have a function of that name.
  std::map<std::string, std::set<uint16_t>> Starts;
};

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_BINARYMATCH_H
