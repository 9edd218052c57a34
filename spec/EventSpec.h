//===- EventSpec.h - The spec of events: YAML to model ---------*- C++ -*-===//
//
// A spec names the events to count and where they happen. docs/spec.md is the
// reference of its grammar. Parsing knows nothing of any program; Matching.h
// holds the spec against one.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_SPEC_EVENTSPEC_H
#define UDPC_SPEC_EVENTSPEC_H

#include "udpc/abi.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <optional>
#include <string>
#include <vector>

namespace udpc {

/// What stands at a site.
enum class Lowering { Auto, Inline, Call, Instruction };
/// What a site counts: each execution in the source, or each execution of the
/// machine code of a program that is otherwise the plain build's.
enum class Fidelity { Exact, Transparent };

/// The words of specs and options for them; nothing for other words.
std::optional<Lowering> loweringOf(llvm::StringRef Word);
std::optional<Fidelity> fidelityOf(llvm::StringRef Word);

/// What the place of a kind is (udpc/site_kinds.inc).
enum class PlaceKind { Line, Function, Loop, Spin, Mark };
PlaceKind placeKindOf(abi::SiteKind Kind);

/// An event: a named thing the user counts.
struct SpecEvent {
  std::string Name;
  int Counter = -1; ///< Hardware number 0..255, or -1.
};

/// One item of the spec's list: where an event happens.
struct SpecEntry {
  unsigned Number = 0; ///< Of the entry in its spec, from 0.
  unsigned Event = 0;  ///< Index into EventSpec::Events.
  abi::SiteKind Kind = abi::SiteKind::Entry;
  abi::SiteCommand Command = abi::SiteCommand::Inc;
  /// As written in the spec, for messages and reports.
  std::string Pattern;
  /// The function's name or the file's, as written. What is not a function
  /// itself: the name of the function that it must stand in.
  std::string Literal;
  /// The same as a valid glob: `operator[]` needs no escapes there.
  std::string Glob;
  bool Mangled = false;  ///< Functions: match linkage names only.
  bool AllLines = false; ///< Lines: `file:*`.
  unsigned Line = 0;     ///< Lines: from 1.
  unsigned Column = 0;   ///< Lines: from 1; 0 is the whole line.
  unsigned SpecLine = 0; ///< Where it stands in the spec, from 1.
  /// Loops, spin loops and returns: the file that they must stand in, at Line;
  /// "" is anywhere.
  std::string AtFile;
  /// Marks: a glob over their names. Spin loops: one over the names that the
  /// source gives them; "" is any or none.
  std::string NameGlob;
  /// What the entry itself says, if anything.
  std::optional<Lowering> OwnLowering;
  std::optional<Fidelity> OwnFidelity;

  PlaceKind place() const { return placeKindOf(Kind); }
  bool isLine() const { return place() == PlaceKind::Line; }
  bool isFunction() const { return place() == PlaceKind::Function; }
  bool isLoop() const { return place() == PlaceKind::Loop; }
  bool isSpin() const { return place() == PlaceKind::Spin; }
  bool isMark() const { return place() == PlaceKind::Mark; }
  /// A return statement, which only the front end tells from others.
  bool isReturnStatement() const {
    return Kind == abi::SiteKind::Return && Line;
  }
  /// Unwinding needs code of its own; columns and return statements are known
  /// to the front end only.
  bool canBeTransparent() const {
    return Kind != abi::SiteKind::Unwind && !Column && !isReturnStatement();
  }
};

struct EventSpec {
  std::string File; ///< As it was named, for messages.
  std::string Text; ///< All of it.
  std::vector<SpecEvent> Events;
  std::vector<SpecEntry> Entries;
  Lowering DefaultLowering = Lowering::Auto;
  Fidelity DefaultFidelity = Fidelity::Exact;

  Lowering loweringOf(const SpecEntry &E) const {
    return E.OwnLowering.value_or(DefaultLowering);
  }
  Fidelity fidelityOf(const SpecEntry &E) const {
    return E.OwnFidelity.value_or(DefaultFidelity);
  }

  /// The same events, and those entries that \p Wanted says.
  EventSpec
  withEntries(llvm::function_ref<bool(const SpecEntry &)> Wanted) const;

  /// Gives each event without a hardware number of its own the lowest free one,
  /// in the spec's order, if \p IsCounted says that it needs one. The error
  /// says that there are more such events than numbers.
  llvm::Error
  assignCounters(llvm::function_ref<bool(const SpecEvent &)> IsCounted);

  /// Parses a spec. The error's message holds one line for each mistake:
  /// `file:line:column: what is wrong and what was expected`.
  static llvm::Expected<EventSpec> parse(llvm::MemoryBufferRef Buffer);
  /// Reads and parses \p File.
  static llvm::Expected<EventSpec> load(llvm::StringRef File);
};

} // namespace udpc

#endif // UDPC_SPEC_EVENTSPEC_H
