//===- EventSpec.h - The spec of events: YAML to model ----------*- C++ -*-===//
//
// A spec names the events to count and where they happen. docs/spec.md is the
// reference of its grammar. Parsing does not depend on a program; Matching.h
// matches the spec with one.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_EVENTSPEC_H
#define UDPC_SPEC_EVENTSPEC_H

#include "udpc/every.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace udpc {

/// How a site is implemented.
enum class Lowering { Auto, Inline, Call, Instruction };
/// What a site counts: each execution in the source, or each execution of the
/// machine code, which is otherwise the same as in the plain build.
enum class Fidelity { Exact, Transparent };

/// Parse the words of specs and options. None for other words.
std::optional<Lowering> loweringOf(llvm::StringRef Word);
std::optional<Fidelity> fidelityOf(llvm::StringRef Word);

/// The kind of place that a site kind needs (udpc/lists/site_kinds.inc).
enum class PlaceKind { Line, Function, Loop, Spin, Mark, Address };
PlaceKind placeKindOf(abi::SiteKind Kind);

/// The action on each N-th occurrence of an event in a thread.
struct EveryRule {
  uint64_t Period = 0; ///< N; 0: none until the program sets one.
  uint64_t Warmup = 0; ///< The number of occurrences before the first period.
  abi::EveryAction Action = abi::EveryAction::Handler;
  bool HasRandomPhase = false;
  /// Whether each site has its own counter. None if the spec does not say.
  std::optional<bool> SitesApart;

  bool operator==(const EveryRule &O) const {
    return std::tie(Period, Warmup, Action, HasRandomPhase, SitesApart) ==
           std::tie(O.Period, O.Warmup, O.Action, O.HasRandomPhase,
                    O.SitesApart);
  }
};

/// Convert the words of actions in specs. None for unknown words.
std::optional<abi::EveryAction> everyActionOf(llvm::StringRef Word);
llvm::StringRef everyActionWord(abi::EveryAction Action);

/// An event: what the user counts, by name.
struct CountedEvent {
  std::string Name;
  int Counter = -1; ///< Hardware number 0..255, or -1.
  std::optional<EveryRule> Every;
  unsigned EveryLine = 0; ///< The line in the spec of the item that sets Every.
};

/// One item of the spec's list: a pattern of places of an event.
struct SpecEntry {
  unsigned Number = 0; ///< The entry's number in its spec, from 0.
  unsigned Event = 0;  ///< Index into EventSpec::Events.
  abi::SiteKind Kind = abi::SiteKind::Entry;
  abi::SiteCommand Command = abi::SiteCommand::Inc;
  /// The value as it is written in the spec, for messages and reports.
  std::string Pattern;
  /// The function or file name, as written. For loops, spin loops and marks:
  /// the function that contains them.
  std::string Literal;
  /// Literal as a valid glob: `operator[]` needs no escapes in Literal.
  std::string Glob;
  bool Mangled = false;  ///< Functions: match linkage names only.
  bool AllLines = false; ///< Lines: `file:*`.
  unsigned Line = 0;     ///< Lines: from 1.
  unsigned Column = 0;   ///< Lines: from 1; 0 is the whole line.
  unsigned SpecLine = 0; ///< The entry's line in the spec, from 1.
  /// Loops, spin loops and returns: the file of the statement at Line; ""
  /// matches any place.
  std::string AtFile;
  /// Marks: a glob over their names. Spin loops: a glob over their names in the
  /// source; "" matches all loops, named or not.
  std::string NameGlob;
  /// Addresses: the distance from the symbol or the start of the module that
  /// Glob names.
  uint64_t Offset = 0;
  /// The entry's own settings, if any.
  std::optional<Lowering> OwnLowering;
  std::optional<Fidelity> OwnFidelity;

  PlaceKind place() const { return placeKindOf(Kind); }
  bool isLine() const { return place() == PlaceKind::Line; }
  bool isFunction() const { return place() == PlaceKind::Function; }
  bool isLoop() const { return place() == PlaceKind::Loop; }
  bool isSpin() const { return place() == PlaceKind::Spin; }
  bool isMark() const { return place() == PlaceKind::Mark; }
  bool isAddress() const { return place() == PlaceKind::Address; }
  /// Whether the entry names one return statement, which only the front end can
  /// identify.
  bool isReturnStatement() const {
    return Kind == abi::SiteKind::Return && Line;
  }
  /// Whether the entry can count transparently. Unwinding needs additional
  /// code; only the front end knows columns and return statements.
  bool canBeTransparent() const {
    return Kind != abi::SiteKind::Unwind && !Column && !isReturnStatement();
  }
};

/// A part of the run whose costs profiles report separately (udpc/regions.h):
/// what a thread executes from the entry of a function to its return, or from
/// one mark to another.
struct SpecRegion {
  std::string Name;
  unsigned SpecLine = 0;        ///< The region's line in the spec, from 1.
  SpecEntry Begin;              ///< Kind is Entry or Mark. It has no event.
  std::optional<SpecEntry> End; ///< Marks only.
};

/// What a spec is applied to: code that is being compiled, or linked files
/// (docs/convert.md).
enum class SpecUse { Compiler, Binary };

/// A parsed spec.
struct EventSpec {
  std::string File; ///< The file name as given, for messages.
  std::string Text; ///< The whole text.
  std::vector<CountedEvent> Events;
  std::vector<SpecEntry> Entries;
  std::vector<SpecRegion> Regions;
  Lowering DefaultLowering = Lowering::Auto;
  Fidelity DefaultFidelity = Fidelity::Exact;
  /// Whether counts of a loop may be added when it ends.
  bool LateCounts = false;

  Lowering loweringOf(const SpecEntry &E) const {
    return E.OwnLowering.value_or(DefaultLowering);
  }
  Fidelity fidelityOf(const SpecEntry &E) const {
    return E.OwnFidelity.value_or(DefaultFidelity);
  }

  /// The patterns of all entries and regions.
  std::vector<const SpecEntry *> places() const;

  /// Returns a spec with the same events, and the entries that \p Wanted
  /// selects.
  EventSpec
  withEntries(llvm::function_ref<bool(const SpecEntry &)> Wanted) const;

  /// Assigns the lowest free hardware number to each event without one, in the
  /// spec's order, if \p IsCounted returns true for it. Fails if there are too
  /// few numbers.
  llvm::Error
  assignCounters(llvm::function_ref<bool(const CountedEvent &)> IsCounted);

  /// Parses a spec. The error's message has one line for each mistake:
  /// `file:line:column: message`.
  static llvm::Expected<EventSpec> parse(llvm::MemoryBufferRef Buffer);
  /// Reads and parses \p File, or parses it if it is a spec's text
  /// (EventText.h). Fails if an entry is invalid for \p Use.
  static llvm::Expected<EventSpec> load(llvm::StringRef File,
                                        SpecUse Use = SpecUse::Compiler);
  /// Fails if entries or regions are invalid for \p Use, with one line for
  /// each.
  llvm::Error check(SpecUse Use) const;
};

} // namespace udpc

#endif // UDPC_SPEC_EVENTSPEC_H
