//===- CodeCheck.h - Whether code is what was profiled ----------*- C++ -*-===//

#ifndef UDPC_PROFDATA_ANNOTATE_CODECHECK_H
#define UDPC_PROFDATA_ANNOTATE_CODECHECK_H

#include "profdata/annotate/Assembly.h"
#include "profdata/cache/CacheProfile.h"

namespace udpc {

/// Notices that a binary is another program than the one that was profiled, or
/// was built again from other sources. Profiles do not name a build: the build
/// without a profile, which has another one, is as good as the one that ran.
/// What must agree is where functions begin and which lines have code.
class CodeCheck {
public:
  /// Cache profiles know where functions begin.
  void add(const CacheProfile &Profile);

  /// What speaks against \p Functions, all that have one name, being what
  /// \p Sheet is of; "" if nothing does.
  std::string whyOther(llvm::ArrayRef<Assembly> Functions,
                       const CostSheet &Sheet) const;

private:
  std::string whyMoved(const Assembly &Function) const;

  /// Of each symbol the lines where it is defined, of which keys have the lower
  /// 16 bits. Several units may have a function of that name.
  std::map<std::string, std::set<uint16_t>> Starts;
};

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_CODECHECK_H
