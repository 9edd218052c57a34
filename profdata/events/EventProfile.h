//===- EventProfile.h - Reads, adds and writes event profiles ---*- C++ -*-===//
//
// Reads, adds up and writes event profiles (udpc/abi.h, docs/formats.md). Used
// by all commands on events.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_EVENTS_EVENTPROFILE_H
#define UDPC_PROFDATA_EVENTS_EVENTPROFILE_H

#include "profdata/events/UnitLists.h"
#include "profdata/tables/SiteTable.h"
#include "profdata/tables/TableReference.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace udpc {

/// The counts of one thread, by unit and slot.
using ThreadCounts = std::map<std::pair<uint32_t, uint32_t>, uint64_t>;

/// A selection of the sites of a unit.
struct UnitPart {
  uint32_t Unit; ///< Index into EventProfile::units().
  SiteTable Table;
  /// The slot in Table of each slot of the unit; none for slots that it lacks.
  std::vector<std::optional<uint32_t>> Slots;
};

/// A profile, or the sum of several. Memory is bounded by the number of
/// distinct units, threads and slots, not by the number of profiles added.
class EventProfile {
public:
  EventProfile() = default;
  /// References in added profiles (TableReference.h) are replaced by tables of
  /// \p Tables; counts whose tables it does not find are dropped. Without \p
  /// Tables, references are kept as units, and the result can only be written
  /// and added up.
  explicit EventProfile(TableSource *Tables) : Tables(Tables) {}

  /// Adds the profile in \p Buffer. Units of one module with equal site tables
  /// become one unit, threads of equal index one thread. On error adds nothing;
  /// the error names the buffer and the reason.
  llvm::Error add(llvm::MemoryBufferRef Buffer);
  /// Adds everything that \p Other has added.
  void add(const EventProfile &Other);

  /// Returns the counts in the slots of \p Parts, for the same runs. Threads
  /// without counts in them are omitted.
  EventProfile select(llvm::ArrayRef<UnitPart> Parts) const;

  /// Returns the profile in the form of its file. The bytes do not depend on
  /// the order in which profiles were added.
  std::string bytes() const;
  /// Writes the profile atomically, by a temporary file that is renamed.
  llvm::Error write(llvm::StringRef File) const;

  llvm::ArrayRef<SiteTable> units() const { return Units; }
  /// The path of the executable or library of each unit; "" if unknown, as in
  /// profiles of older versions.
  llvm::ArrayRef<std::string> modules() const { return Modules; }
  /// Counts by thread index; abi::OtherThreads comes last.
  const std::map<uint64_t, ThreadCounts> &threads() const { return Threads; }
  /// Whether the count of any slot is saturated.
  bool overflowed() const;
  uint32_t runs() const { return Runs; }
  llvm::StringRef command() const { return Command; }

private:
  class CountAdder;
  struct NewUnits;

  llvm::Expected<NewUnits> takeUnits(RecordCursor &C,
                                     const abi::ProfileHeader &H) const;
  UnitList addUnits(NewUnits New);

  /// Adds the parts of a profile that do not depend on units.
  void addRuns(uint64_t OfPid, uint32_t NumRuns, llvm::StringRef OfCommand);

  /// Returns the number of \p Unit, which is added if it is new.
  uint32_t unitNumber(SiteTable Unit, llvm::StringRef Module);
  void addCount(ThreadCounts &To, uint32_t Unit, uint32_t Slot, uint64_t Count);

  TableSource *Tables = nullptr;
  std::vector<SiteTable> Units;
  std::vector<std::string> Modules;
  /// Unit numbers by the hash of the table's bytes.
  std::unordered_multimap<uint64_t, uint32_t> UnitNumbers;
  std::map<uint64_t, ThreadCounts> Threads;
  UnitLists Lists;
  uint64_t Pid = 0;
  uint32_t Runs = 0;
  std::string Command;
};

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTS_EVENTPROFILE_H
