//===- EventSpec.h - The spec of events: YAML to model ---------*- C++ -*-===//
//
// A spec names the events to count and where they happen. docs/spec.md is the
// reference of its grammar. Parsing knows nothing of any program; Matching.h
// holds the spec against one.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_SPEC_EVENTSPEC_H
#define UDPC_PASSES_SPEC_EVENTSPEC_H

#include "udpc/abi.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <string>
#include <vector>

namespace udpc {

enum class Lowering { Auto, Inline, Call };

/// An event: a named thing the user counts.
struct SpecEvent {
  std::string Name;
  int Counter = -1; ///< Hardware number 0..255, or -1.
};

/// One item of the spec's list: where an event happens.
struct SpecEntry {
  unsigned Event = 0; ///< Index into EventSpec::Events.
  abi::SiteKind Kind = abi::SiteKind::Entry;
  abi::SiteCommand Command = abi::SiteCommand::Inc;
  /// As written in the spec, for messages and reports.
  std::string Pattern;
  /// The function's name or the file's, as written.
  std::string Literal;
  /// The same as a valid glob: `operator[]` needs no escapes there.
  std::string Glob;
  bool Mangled = false;  ///< Functions: match linkage names only.
  bool AllLines = false; ///< Lines: `file:*`.
  unsigned Line = 0;     ///< Lines: from 1.
  unsigned Column = 0;   ///< Lines: from 1; 0 is the whole line.
  unsigned SpecLine = 0; ///< Where it stands in the spec, from 1.
};

struct EventSpec {
  std::string File; ///< As it was named, for messages.
  std::vector<SpecEvent> Events;
  std::vector<SpecEntry> Entries;
  Lowering DefaultLowering = Lowering::Auto;

  /// Parses a spec. The error's message holds one line for each mistake:
  /// `file:line:column: what is wrong and what was expected`.
  static llvm::Expected<EventSpec> parse(llvm::MemoryBufferRef Buffer);
  /// Reads and parses \p File.
  static llvm::Expected<EventSpec> load(llvm::StringRef File);
};

} // namespace udpc

#endif // UDPC_PASSES_SPEC_EVENTSPEC_H
