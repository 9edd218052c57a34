//===- UnusedFunctions.h - Lines of functions that a unit leaves out ------===//
//
// Of a function that a unit does not use (`static`, in a header) the front end
// records the whole body as one region, which never runs, with comments and
// what `#if` excludes. Which of its lines have code is known where it is used.
// So its lines count only if no unit of the module uses it, as in llvm-cov.
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

class UnusedFunctions {
public:
  /// Refers to \p Profile.
  explicit UnusedFunctions(const EventProfile &Profile);

  /// Whether unit \p Unit leaves the function of its line site \p S out, and
  /// another unit of the module uses it.
  bool has(uint32_t Unit, const abi::SiteRec &S) const;

private:
  /// Module, event, file, and function.
  using Key = std::tuple<llvm::StringRef, llvm::StringRef, llvm::StringRef,
                         llvm::StringRef>;
  /// Line and column of its start and end.
  using Region = std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>;

  static Region regionOf(const abi::CandidateRec &C) {
    return {C.LineStart, C.ColumnStart, C.LineEnd, C.ColumnEnd};
  }
  Key keyOf(uint32_t Unit, const abi::SiteRec &S) const;

  const EventProfile &Profile;
  /// Regions with counters, of sites in the line where the region begins.
  std::map<Key, std::set<Region>> Counted;
};

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTS_UNUSEDFUNCTIONS_H
