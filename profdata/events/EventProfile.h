//===- EventProfile.h - Reads, adds and writes event profiles ---*- C++ -*-===//
//
// Reads, adds up and writes event profiles (udpc/abi.h,
// docs/formats.md).
//
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

/// Some of the sites of a unit.
struct UnitPart {
  uint32_t Unit; ///< In EventProfile::units().
  SiteTable Table;
  /// What each slot of the unit is in Table; none for those that it lacks.
  std::vector<std::optional<uint32_t>> Slots;
};

/// A profile, or the sum of several. Memory is bounded by the number of
/// distinct units, threads and slots, not by the number of profiles added.
class EventProfile {
public:
  EventProfile() = default;
  /// References in profiles that are added (TableReference.h) are replaced by
  /// tables of \p Tables; counts whose tables it does not find are left out.
  /// Without it, references are units, and can be written and added up only.
  explicit EventProfile(TableSource *Tables) : Tables(Tables) {}

  /// Adds the profile in \p Buffer. Units of one module with equal site tables
  /// are one unit; threads of equal index are one thread. Adds nothing on
  /// error, which names the buffer and the reason.
  llvm::Error add(llvm::MemoryBufferRef Buffer);
  /// Adds what \p Other has added.
  void add(const EventProfile &Other);
  /// Reads and adds \p File.
  llvm::Error addFile(llvm::StringRef File);

  /// What the slots of \p Parts have counted in the same runs. Threads that
  /// have counted nothing in them are left out.
  EventProfile select(llvm::ArrayRef<UnitPart> Parts) const;

  /// The profile in the form of its file. The bytes do not depend on the order
  /// in which profiles were added.
  std::string bytes() const;
  /// Writes a temporary file and renames it to \p File.
  llvm::Error write(llvm::StringRef File) const;

  llvm::ArrayRef<SiteTable> units() const { return Units; }
  /// The path of the executable or library that has each unit; "" if unknown,
  /// as in profiles of older versions.
  llvm::ArrayRef<std::string> modules() const { return Modules; }
  /// By thread index; abi::OtherThreads comes last.
  const std::map<uint64_t, ThreadCounts> &threads() const { return Threads; }
  /// Whether the count of a slot is saturated.
  bool overflowed() const;
  /// What is missing in files that were added, a line each.
  llvm::ArrayRef<std::string> notes() const { return Notes; }
  uint32_t runs() const { return Runs; }
  llvm::StringRef command() const { return Command; }

private:
  class CountAdder;
  struct NewUnits;

  llvm::Expected<NewUnits> takeUnits(RecordCursor &C,
                                     const abi::ProfileHeader &H) const;
  UnitList addUnits(NewUnits New);

  /// The common parts of the functions that add.
  void addRuns(uint64_t OfPid, uint32_t NumRuns, llvm::StringRef OfCommand);

  /// The number of \p Unit, which is added if it is new.
  uint32_t unitNumber(SiteTable Unit, llvm::StringRef Module);
  void addCount(ThreadCounts &To, uint32_t Unit, uint32_t Slot, uint64_t Count);

  TableSource *Tables = nullptr;
  std::vector<SiteTable> Units;
  std::vector<std::string> Modules;
  /// By the hash of the table's bytes.
  std::unordered_multimap<uint64_t, uint32_t> UnitNumbers;
  std::map<uint64_t, ThreadCounts> Threads;
  UnitLists Lists;
  std::vector<std::string> Notes;
  uint64_t Pid = 0;
  uint32_t Runs = 0;
  std::string Command;
};

} // namespace udpc

#endif // UDPC_PROFDATA_EVENTS_EVENTPROFILE_H
