//===- CostSheet.h - Costs to be shown --------------------------*- C++ -*-===//
//
// What profiles say together, or how one differs from another: as
// CachegrindFile, but signed, and with names made alike.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_ANNOTATE_COSTSHEET_H
#define UDPC_PROFDATA_ANNOTATE_COSTSHEET_H

#include "profdata/annotate/NameChange.h"
#include "profdata/cache/CachegrindFile.h"
#include <cstdint>
#include <set>

namespace udpc {

/// How names of profiles become those that are shown.
struct SheetNames {
  std::vector<NameChange> Files, Functions;
  bool Demangle = true;
};

class CostSheet {
public:
  /// By the order of Events. What would not fit is the largest number, or the
  /// smallest.
  using Counts = std::vector<int64_t>;
  using Lines = std::map<uint32_t, Counts>;
  struct File {
    std::map<std::string, Lines> Functions;
    /// What profiles call the file, before names were changed.
    std::set<std::string> Originals;
  };

  std::vector<std::string> Descriptions, Commands; ///< Each once.
  std::vector<std::string> Events;
  /// Of the last of Events, which are computed of others, each times its
  /// factor.
  struct Derived {
    std::string Formula; ///< For people.
    std::vector<std::pair<int64_t, size_t>> Terms;
  };
  std::vector<Derived> Computed;
  std::map<std::string, File> Files;
  Counts Total;
  /// What percentages are of: the total, or that of the old profile.
  Counts Base;
  bool IsDifference = false;

  /// Adds \p Profile up. The error says that it has other events.
  llvm::Error add(const CachegrindFile &Profile, const SheetNames &Names);

  /// \p New without \p Old. The error says that they have other events.
  static llvm::Expected<CostSheet> difference(const CostSheet &Old,
                                              const CostSheet &New);

  size_t numEvents() const { return Events.size(); }
  size_t numRecorded() const { return Events.size() - Computed.size(); }
  /// The position of \p Event, or numEvents().
  size_t eventIndex(llvm::StringRef Event) const;
  /// Whether anything at all has counts of \p Event.
  bool hasCounts(size_t Event) const;
  /// The event of which some count did not fit; numEvents() if all did.
  size_t eventTooLarge() const;
  /// \p Count as a percentage of the base; 0 of nothing.
  double percent(int64_t Count, size_t Event) const;

  void addDerived(llvm::StringRef Name, Derived Event);
  /// Adds what is computed to \p Counts of what is recorded.
  void derive(Counts &Counts) const;

  /// Adds \p More, which has as many numbers or none, to \p To.
  static void addTo(Counts &To, llvm::ArrayRef<int64_t> More);

private:
  void addCentre(llvm::StringRef File, llvm::StringRef Function, uint32_t Line,
                 llvm::ArrayRef<int64_t> Counts);
};

} // namespace udpc

#endif // UDPC_PROFDATA_ANNOTATE_COSTSHEET_H
