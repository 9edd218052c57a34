//===- CostSheet.h - Costs prepared for display -----------------*- C++ -*-===//
//
// The sum of profiles, or the difference of two: the lines of CostGraph, but
// signed, and with renamed files and functions. Used by all annotations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_COSTSHEET_H
#define UDPC_PROFDATA_ANNOTATE_COSTSHEET_H

#include "profdata/annotate/NameChange.h"
#include "profdata/cache/ProfileRegions.h"
#include "profdata/cache/UnprofiledCalls.h"
#include "profdata/costs/CostGraph.h"
#include <cstdint>
#include <set>

namespace udpc {

/// The mapping from names of profiles to shown names.
struct SheetNames {
  std::vector<NameChange> Files, Functions;
  bool Demangle = true;
};

/// Costs by file, function and line.
class CostSheet {
public:
  /// Counts in the order of Events. Additions saturate.
  using Counts = std::vector<int64_t>;
  using Lines = std::map<uint32_t, CentreCounts<int64_t>>;
  struct File {
    std::map<std::string, Lines> Functions;
    /// The file's names in profiles, before renaming.
    std::set<std::string> Originals;
  };

  std::vector<std::string> Descriptions, Commands; ///< Each once.
  /// The calls of all cache profiles. Formats of Valgrind lack these.
  UnprofiledCalls Calls;
  /// The regions of all cache profiles; empty in differences.
  ProfileRegions Regions;
  std::vector<std::string> Events;
  /// A computed event: a sum of other events, each times a factor. Computed
  /// events come last in Events.
  struct Derived {
    std::string Formula; ///< For display.
    std::vector<std::pair<int64_t, size_t>> Terms;
  };
  std::vector<Derived> Computed;
  std::map<std::string, File> Files;
  Counts Total;
  /// The base of percentages: the total, or the old profile's total.
  Counts Base;
  bool IsDifference = false;

  /// Adds the self costs of \p Profile. Fails if it has other events.
  llvm::Error add(const CostGraph &Profile, const SheetNames &Names);

  /// Returns \p New minus \p Old. Fails if their events differ.
  static llvm::Expected<CostSheet> difference(const CostSheet &Old,
                                              const CostSheet &New);

  size_t numEvents() const { return Events.size(); }
  size_t numRecorded() const { return Events.size() - Computed.size(); }
  /// The position of \p Event, or numEvents().
  size_t eventIndex(llvm::StringRef Event) const;
  /// Whether any line has counts of \p Event.
  bool hasCounts(size_t Event) const;
  /// An event with a saturated count; numEvents() if there is none.
  size_t eventTooLarge() const;
  /// Returns \p Count as a percentage of the base; 0 if the base is 0.
  double percent(int64_t Count, size_t Event) const;

  void addDerived(llvm::StringRef Name, Derived Event);
  /// Appends the computed events to the recorded \p Counts.
  void derive(Counts &Counts) const;

  /// Returns \p Costs in the order of Events.
  Counts countsOf(const CostCounts &Costs) const;

  /// Adds \p More, which has as many numbers or none, to \p To.
  static void addTo(Counts &To, llvm::ArrayRef<int64_t> More);

  /// Adds \p Counts to a line and to the total. The events in \p Excluded
  /// cannot happen in the code of these counts.
  void addCentre(llvm::StringRef File, llvm::StringRef Function, uint32_t Line,
                 llvm::ArrayRef<int64_t> Counts, const EventSet &Excluded);
};

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_COSTSHEET_H
