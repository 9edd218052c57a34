//===- UnusedFunctions.h - Lines of functions unused in a unit --*- C++ -*-===//
//
// For a function that a unit does not use (`static`, in a header), the front
// end records the whole body, with comments and parts that `#if` excludes, as
// one region that never runs. Which lines have code is only known in units that
// use the function. So the lines in other units count only if no unit of the
// module uses the function, as in llvm-cov. Used by EventReport.
//
// Of a function that a unit uses in dead code only, all values are zero too, as
// the optimiser has removed its counters; but it has fewer lines, if any of the
// body has no code.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  /// Module, event and file. The regions in it identify functions, also those
  /// whose names are made by macros that units define differently.
  using Key = std::tuple<llvm::StringRef, llvm::StringRef, llvm::StringRef>;
  Key keyOf(uint32_t Unit, const abi::SiteRec &S) const;
  void addUncounted(uint32_t Unit, const abi::SiteRec &S);

  const EventProfile &Profile;
  /// Regions with counters of sites in the region's first line.
  std::map<Key, std::set<CodeRegion>> Counted;
  /// The line sites of a function in a unit that have one candidate, of value
  /// zero, by its region.
  std::map<std::pair<Key, CodeRegion>, std::map<uint32_t, unsigned>> Uncounted;
};

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTS_UNUSEDFUNCTIONS_H
