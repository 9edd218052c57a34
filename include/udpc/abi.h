//===- udpc/abi.h - Binary contract between passes, runtime and readers ---===//
//
// Everything that one part of udpc writes and another reads in binary form is
// declared here, once: the unit record and the site table that the compiler
// plugin puts into each object file, and the profile that the runtime writes.
// docs/formats.md is the prose version.
//
// All records are little-endian and naturally aligned; the static_asserts at
// the end check the layout on both sides. The header needs only <stdint.h>,
// because the runtime has no C++ library.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_ABI_H
#define UDPC_ABI_H

#include <stddef.h>
#include <stdint.h>

namespace udpc {
namespace abi {

/// Version of the site table.
constexpr uint32_t Version = 4;
/// Version of the unit record, raised whenever the site table's is. The runtime
/// refuses units of another version (they run uncounted).
constexpr uint32_t UnitVersion = 11;

/// ELF section of the `Unit *` pointers of a module. The linker's
/// __start_/__stop_ symbols bound it.
#define UDPC_UNITS_SECTION "__udpc_units"
/// ELF section of the site tables. Tables follow each other, each 8-byte
/// aligned, so a tool can read them from a linked file without running it.
#define UDPC_TABLES_SECTION "__udpc_tables"
/// ELF section of an executable's slots, thread-local storage without contents.
/// Linkers merge it into .tbss, unless runtime/continuous.ld places it on pages
/// of its own.
#define UDPC_SLOTS_SECTION ".tbss.__udpc_slots"
/// ELF section of the InstructionRecs of a module.
#define UDPC_SITES_SECTION "__udpc_sites"

/// ELF notes (elf(5)) of modules have this name. Notes survive strip, are found
/// without section headers, and neither the visibility of symbols nor a version
/// script hides them.
constexpr char NoteName[8] = "udpc_rt";
enum NoteType : uint32_t {
  /// The module contains the runtime. No content.
  RuntimeNote = 1,
  /// Options as in UDPC_OPTIONS, a NUL-terminated string: from -fudpc-options,
  /// or from the macro UDPC_DEFAULT_OPTIONS of udpc.h.
  OptionsNote = 2
};
/// ELF section of an OptionsNote.
#define UDPC_OPTIONS_SECTION ".note.udpc_options"

//===----------------------------------------------------------------------===//
// Unit: one translation unit at run time
//===----------------------------------------------------------------------===//

/// Marks functions that keep all general registers but r11, so that rarely
/// taken calls of them need no spills.
#if defined(__x86_64__) && defined(__clang__)
#define UDPC_PRESERVE_MOST __attribute__((preserve_most))
#else
#define UDPC_PRESERVE_MOST
#endif

/// How the sites of a unit are compiled.
enum class UnitLowering : uint32_t { Inline = 0, Call = 1, Instruction = 2 };

struct EveryRec;          // udpc/every.h
struct LibrarySimulation; // udpc/simulation.h

/// Writable record of the counters of one translation unit and lowering,
/// emitted by the plugin. A *slot* is one thread's counter for one counting
/// point of the unit.
struct Unit {
  uint32_t Version;
  uint32_t NumSlots;
  /// The site table (TableHeader and the lists after it), TableSize bytes.
  const uint8_t *Table;
  uint64_t TableSize;
  /// Returns the calling thread's NumSlots slots; only for inline lowering and
  /// instructions in code that only executables can have. The slots lie in the
  /// executable's static TLS, hence at the same distance from the thread
  /// pointer in every thread. Null otherwise: the slots are in the thread's
  /// arena.
  uint64_t *(*Slots)();
  /// The function that each site of the call lowering calls to add \p Amount.
  /// Points to a function that does nothing until the runtime registers the
  /// unit and replaces it. Null for the other lowerings.
  void (*Count)(Unit *U, uint32_t Slot, uint64_t Amount);
  /// Used by the runtime; initially zero.
  void *Runtime;
  UnitLowering Lowering;
  /// Nonzero if EarlySlots may have counts; or RefusedUnit.
  uint32_t HasEarlyCounts;
  /// The cost table of units that profile costs (udpc/costs.h), which describes
  /// the slots; the site table is then empty. Null otherwise.
  const uint8_t *Costs;
  uint64_t CostsSize;
  /// Distance from the thread pointer to a pointer through which each thread
  /// finds the slots of units without Slots; unless that pointer is null, the
  /// slots begin ChunkOffset bytes behind its target. 0 until the runtime
  /// registers the unit, which writes ChunkOffset first.
  int64_t ChunkPointer;
  uint64_t ChunkOffset;
  /// The function that inline code without Slots calls for the calling thread's
  /// slots if ChunkPointer, or the pointer that it leads to, is 0. It asks
  /// __udpc_thread_slots, or returns EarlySlots without a runtime. Null
  /// otherwise.
  UDPC_PRESERVE_MOST uint64_t *(*FindSlots)(Unit *U);
  /// NumSlots slots for code that runs before the runtime does: resolvers of
  /// indirect functions, while the process is being relocated and has one
  /// thread. Added to the counts when the unit is registered. Null unless the
  /// unit has FindSlots, or profiles costs without Slots.
  uint64_t *EarlySlots;
  /// ChunkOffset less SlotsBias, which code that profiles costs adds to the
  /// pointer at ChunkPointer: the sum is negative if that is null. Written
  /// before ChunkPointer.
  int64_t SlotsDistance;
  /// Settings of an event with `every`, in the unit that counts only this event
  /// and in the units of those of its sites that are counted apart or by
  /// instructions. Null otherwise.
  EveryRec *Every;
  /// State of units without Slots that simulate caches (udpc/simulation.h), or,
  /// as another type, of those that record calls (udpc/calls.h: LibraryCalls).
  /// Null otherwise.
  LibrarySimulation *Simulation;
  // The record of a unit without Slots, which each function reads, is aligned
  // to cache lines and fills them, so that no data that the program writes
  // shares them.
};

/// Value of HasEarlyCounts: the runtime cannot register the unit. Its code
/// counts in EarlySlots, which are not read.
constexpr uint32_t RefusedUnit = 2;

/// More than any ChunkOffset. Small enough for displacements.
constexpr int64_t SlotsBias = int64_t(1) << 30;

//===----------------------------------------------------------------------===//
// Instruction sites: where the udpc instructions of a module are
//===----------------------------------------------------------------------===//

/// One udpc instruction (udpc/encoding.h). Record and instruction are emitted
/// by the same inline assembly, so each copy that the optimiser makes has a
/// record of its own, and deleted ones have none. Distances are relative to the
/// field's own address, so records need no relocation at load time.
///
/// In a unit with instructions, slot N belongs to site N of the site table: it
/// is the sum of the site's instructions, up for inc, down for dec. The slots
/// behind those of sites are for instructions that stand for several sites, all
/// of which have the instruction's command and the event of its counter. The
/// values of these sites have them as terms.
///
/// An instruction with several parts (encoding.h: two counters, or a set) has
/// one more slot for each part: Slot counts while all parts are on, Slot + 1 +
/// P while part P is on but not all. So each part's sites have two slots as
/// terms. The code at the instruction increments one slot while all parts or
/// only one are on. Slots of sets only count up, also those of parts that
/// decrement.
struct InstructionRec {
  int64_t Address; ///< The instruction's first byte.
  int64_t Unit;    ///< The abi::Unit.
  uint32_t Slot;   ///< The unit's slot that it counts in.
  uint8_t Counter; ///< The counter that the instruction encodes.
  uint8_t Command; ///< SiteCommand, as the instruction encodes it.
  uint8_t Flags;   ///< InstructionFlags.
  uint8_t More;    ///< One less than the instruction's Times.
  // In the record of a set, Command and More hold bits of the set
  // (encoding::setRecord).
};

enum InstructionFlags : uint8_t {
  /// The arithmetic flags (x86-64: EFLAGS) may be live after the site: patched
  /// code must preserve them.
  KeepFlags = 1,
  /// The instruction has two counters. The bits from HighShift on are NextTimes
  /// - 1.
  HasTwoCounters = 2,
  /// The instruction is a set. HasTwoCounters is the set's highest bit; the
  /// bits from HighShift on come next, then Command, then More.
  HasSet = 4,
};
constexpr unsigned HighShift = 3;

//===----------------------------------------------------------------------===//
// Site table: what the slots of a unit mean
//===----------------------------------------------------------------------===//

constexpr uint32_t TableMagic = 0x54504455; // "UDPT"

/// The value index of the constant 0.
constexpr uint32_t ZeroValue = 0xffffffff;

/// The table is: TableHeader, EventRec[NumEvents], EntryRec[NumEntries],
/// DerivedRec[NumDerived], SiteRec[NumSites], CandidateRec[NumCandidates],
/// then StringsSize bytes of NUL-terminated strings (offset 0 is ""), padded
/// with zeros to a multiple of 8. TotalSize counts all of it.
struct TableHeader {
  uint32_t Magic;
  uint32_t Version;
  uint64_t TotalSize;
  uint32_t NumEvents;
  uint32_t NumEntries;
  uint32_t NumSlots;
  uint32_t NumDerived;
  uint32_t NumSites;
  uint32_t NumCandidates;
  uint32_t StringsSize;
  /// String offset: the source file of the translation unit.
  uint32_t SourceFile;
};

/// An event of the spec. Each unit lists all of them, in the spec's order,
/// whether they have sites in the unit or not.
struct EventRec {
  uint32_t Name;   ///< String offset.
  int32_t Counter; ///< Hardware number 0..255, or -1.
};

/// Suffix of an event's name for its sites whose counts are the CPU time in
/// nanoseconds for which they were on (`auto=`). They are in a unit of their
/// own; readers join them with the sites of the event without the suffix.
constexpr char OnTimeSuffix[] = " (ns on)";

/// An entry of the spec, and how many sites it matched in this unit.
struct EntryRec {
  uint32_t Event;    ///< Index into the events.
  uint8_t Kind;      ///< SiteKind.
  uint8_t Command;   ///< SiteCommand.
  uint16_t Flags;    ///< EntryFlags.
  uint32_t Pattern;  ///< String offset: as written in the spec.
  uint32_t SpecFile; ///< String offset.
  uint32_t SpecLine; ///< From 1.
  uint32_t NumSites;
};

enum EntryFlags : uint16_t {
  /// The entry counts in executed machine instructions (docs/instruction.md).
  TransparentEntry = 1,
  /// Sites of an unchanged program were found and refused. RefusalMask has the
  /// reason of the first (profdata/tables/Refusals.inc, from 0).
  RefusedEntry = 2,
  RefusalMask = 0xff00,
  RefusalShift = 8,
};

/// A value that is derived from counts. Value indices below NumSlots are the
/// slots; index NumSlots + i is Derived[i], whose operands are ZeroValue or
/// indices below its own: one pass in order computes them all. Value = Left +
/// Right or Left - Right, signed and saturating (udpc/values.h).
struct DerivedRec {
  uint32_t Left;
  uint32_t Right;
  uint32_t Subtract; ///< 1: Left - Right; 0: Left + Right.
};

enum class SiteKind : uint8_t {
#define UDPC_SITE_KIND(Name, Number, Words, Key, Place) Name = Number,
#include "udpc/lists/site_kinds.inc"
};
constexpr uint8_t NumSiteKinds = 0
#define UDPC_SITE_KIND(Name, Number, Words, Key, Place) +1
#include "udpc/lists/site_kinds.inc"
    ;
enum class SiteCommand : uint8_t { Inc = 0, Dec = 1 };

/// One site: a place where an event is counted. Its count is the largest of its
/// candidates (sites of functions have exactly one). A line has one candidate
/// for each region of code that decides its count.
struct SiteRec {
  uint32_t Event;
  uint8_t Kind;      ///< SiteKind.
  uint8_t Command;   ///< SiteCommand.
  uint16_t Reserved; ///< 0.
  uint32_t File;     ///< String offset; absolute path where it is known.
  uint32_t Line;     ///< From 1; 0 is unknown.
  uint32_t Column;   ///< From 1; 0 is the whole line or unknown.
  /// String offset of the linkage name of the function; "" for a line that
  /// belongs to several.
  uint32_t Function;
  uint32_t FirstCandidate;
  uint32_t NumCandidates;
};

/// A candidate for a site's count. Candidates of the same line and region add
/// up over units and functions (template instances, inline functions in
/// headers); after that the largest decides, as in `llvm-cov show`.
struct CandidateRec {
  uint32_t Value; ///< Value index or ZeroValue.
  /// The region of code, 0 0 0 0 for sites of functions. Several candidates of
  /// one site may name the same region: they are added.
  uint32_t LineStart, ColumnStart, LineEnd, ColumnEnd;
};

//===----------------------------------------------------------------------===//
// Profile: the file that a run leaves
//===----------------------------------------------------------------------===//

constexpr char ProfileMagic[8] = {'u', 'd', 'p', 'c', 'p', 'r', 'o', 'f'};
/// Version 1 had a checksum only of what follows the header; 2 had no UnitRecs.
constexpr uint32_t ProfileVersion = 3;

/// The profile is: ProfileHeader, CommandSize bytes of command line (arguments
/// separated by spaces, not terminated) padded with zeros to a multiple of 8,
/// NumUnits units: a UnitRec, the path of the module, and the site table
/// (TableHeader::TotalSize bytes); then NumThreads threads: a ThreadRec
/// followed by its CountRecs.
struct ProfileHeader {
  char Magic[8];
  uint32_t Version;
  /// CRC-32 (polynomial 0xEDB88320, as zlib's crc32) of all bytes after this
  /// header, followed by the header with 0 in this field.
  uint32_t Checksum;
  uint64_t Size; ///< The file's size in bytes, this header included.
  uint64_t Pid;  ///< 0 in a merged profile.
  uint32_t NumUnits;
  uint32_t NumThreads;
  uint32_t CommandSize;
  uint32_t NumRuns; ///< How many runs the profile adds up; 1 from the runtime.
};

/// The module (executable or shared library) that a unit belongs to.
/// ModuleSize bytes follow: the file's path, "" if unknown, not terminated,
/// padded with zeros to a multiple of 8.
struct UnitRec {
  uint32_t ModuleSize;
  uint32_t Reserved; ///< 0.
};

/// The counts of one thread.
struct ThreadRec {
  /// 0 is the main thread; the rest in order of creation. UINT64_MAX is the sum
  /// of the threads beyond `max_threads`.
  uint64_t Index;
  uint64_t Tid; ///< The kernel's number, 0 in a merged profile.
  uint64_t NumCounts;
};
constexpr uint64_t OtherThreads = UINT64_MAX;

/// A slot with a count other than 0. Sorted by (Unit, Slot).
struct CountRec {
  uint32_t Unit; ///< Index of the site table in this profile.
  uint32_t Slot;
  uint64_t Count;
};

static_assert(sizeof(void *) != 8 || sizeof(Unit) == 128, "ABI");
#define UDPC_UNIT_FIELD(NAME, TYPE, OFFSET)                                    \
  static_assert(sizeof(void *) != 8 || offsetof(Unit, NAME) == OFFSET, "ABI");
#include "udpc/lists/unit_fields.inc"
static_assert(sizeof(InstructionRec) == 24, "ABI");
static_assert(sizeof(TableHeader) == 48, "ABI");
static_assert(sizeof(EventRec) == 8, "ABI");
static_assert(sizeof(EntryRec) == 24, "ABI");
static_assert(sizeof(DerivedRec) == 12, "ABI");
static_assert(sizeof(SiteRec) == 32, "ABI");
static_assert(sizeof(CandidateRec) == 20, "ABI");
static_assert(sizeof(ProfileHeader) == 48, "ABI");
static_assert(sizeof(UnitRec) == 8, "ABI");
static_assert(sizeof(ThreadRec) == 24, "ABI");
static_assert(sizeof(CountRec) == 16, "ABI");

} // namespace abi
} // namespace udpc

/// Entry points of the runtime, which generated code references by weak
/// symbols: without the runtime it runs uncounted.
extern "C" {
/// Registers a module's units. Begin..End is its UDPC_UNITS_SECTION. Called
/// once from a constructor of the module; thread-safe.
void __udpc_register(udpc::abi::Unit **Begin, udpc::abi::Unit **End);
/// Copies the module's counts and drops all pointers into it. Called from a
/// destructor of the module (exit or dlclose); thread-safe.
void __udpc_unregister(udpc::abi::Unit **Begin, udpc::abi::Unit **End);
/// Registers a module's UDPC_SITES_SECTION, after its units; all sites are off
/// before. The records must not move until they are unregistered. Called like
/// __udpc_register.
void __udpc_register_sites(const udpc::abi::InstructionRec *Begin,
                           const udpc::abi::InstructionRec *End);
void __udpc_unregister_sites(const udpc::abi::InstructionRec *Begin,
                             const udpc::abi::InstructionRec *End);
/// Returns the calling thread's slots of \p U, which has no Slots; registers \p
/// U if need be. Never null. The slots are the thread's until it ends.
/// Async-signal-safe.
UDPC_PRESERVE_MOST uint64_t *__udpc_thread_slots(udpc::abi::Unit *U);
/// Like __udpc_thread_slots, for generated code that profiles costs on x86-64:
/// \p U and then the slots less SlotsBias are above the return address; all
/// registers but the flags are kept.
void __udpc_cost_slots();
/// Links reference this symbol (-u), so that the runtime is extracted from the
/// archive.
extern char __udpc_runtime;
}

#endif // UDPC_ABI_H
