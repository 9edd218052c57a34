//===- UnusedFunctions.h - Lines of functions unused in a unit --*- C++ -*-===//
//
// For a function that a unit does not use (`static`, in a header), the front
// end records the whole body, with comments and parts that `#if` excludes, as
// one region that never runs. Which lines have code is only known in units that
// use the function. So the lines in other units count only if no unit of the
// module uses the function, as in llvm-cov. Used by EventReport.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_EVENTS_UNUSEDFUNCTIONS_H
#define UDPC_PROFDATA_EVENTS_UNUSEDFUNCTIONS_H

#include "profdata/events/EventProfile.h"
#include "profdata/tables/SiteTable.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <tuple>

namespace udpc {

/// Finds sites in functions that their unit does not use.
class UnusedFunctions {
public:
  /// Keeps a reference to \p Profile.
  explicit UnusedFunctions(const EventProfile &Profile);

  /// Whether unit \p Unit does not use the function of its line site \p S, and
  /// another unit of the module does.
  bool has(uint32_t Unit, const abi::SiteRec &S) const;

private:
  /// Module, event, file and function.
  using Key = std::tuple<llvm::StringRef, llvm::StringRef, llvm::StringRef,
                         llvm::StringRef>;
  Key keyOf(uint32_t Unit, const abi::SiteRec &S) const;

  const EventProfile &Profile;
  /// Regions with counters of sites in the region's first line.
  std::map<Key, std::set<CodeRegion>> Counted;
};

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTS_UNUSEDFUNCTIONS_H
