//===- SiteTable.h - Site tables: building and decoding ---------*- C++ -*-===//
//
// Builds and decodes the site table of a translation unit (udpc/abi.h): the
// plugin builds it, the runtime copies it into profiles, and readers of
// profiles decode it.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_TABLES_SITETABLE_H
#define UDPC_PROFDATA_TABLES_SITETABLE_H

#include "profdata/tables/TableBytes.h"
#include "udpc/abi.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace udpc {

/// Return the words in specs, reports and messages.
llvm::StringRef kindWord(abi::SiteKind Kind);
llvm::StringRef commandWord(abi::SiteCommand Command);

inline bool isLine(const abi::SiteRec &S) {
  return S.Kind == static_cast<uint8_t>(abi::SiteKind::Line);
}

/// A region of code: line and column of its start and end.
using CodeRegion = std::tuple<uint32_t, uint32_t, uint32_t, uint32_t>;
inline CodeRegion regionOf(const abi::CandidateRec &C) {
  return {C.LineStart, C.ColumnStart, C.LineEnd, C.ColumnEnd};
}

/// Returns an addition to the message for an entry with \p EntryFlags that
/// matched nothing: "", or text that begins with "; ".
llvm::StringRef unmatchedHint(uint16_t EntryFlags);

/// Builds the bytes of a site table.
class SiteTableBuilder {
public:
  /// Returns the offset of \p S in the string table; equal strings are stored
  /// once.
  uint32_t addString(llvm::StringRef S) { return Strings.add(S); }
  void setSourceFile(llvm::StringRef S) { SourceFile = addString(S); }
  void setNumSlots(uint32_t N) { NumSlots = N; }
  /// The add functions return the index of the new record.
  uint32_t addEvent(llvm::StringRef Name, int Counter);
  uint32_t addEntry(uint32_t Event, abi::SiteKind Kind,
                    abi::SiteCommand Command, llvm::StringRef Pattern,
                    llvm::StringRef SpecFile, uint32_t SpecLine,
                    uint32_t NumSites, uint16_t Flags = 0);
  uint32_t addDerived(uint32_t Left, uint32_t Right, bool Subtract);
  /// Adds a site and sets FirstCandidate and NumCandidates of \p S.
  void addSite(abi::SiteRec S, llvm::ArrayRef<abi::CandidateRec> Candidates);

  std::vector<uint8_t> finish() const;

private:
  std::vector<abi::EventRec> Events;
  std::vector<abi::EntryRec> Entries;
  std::vector<abi::DerivedRec> Derived;
  std::vector<abi::SiteRec> Sites;
  std::vector<abi::CandidateRec> Candidates;
  StringTableBuilder Strings;
  uint32_t SourceFile = 0;
  uint32_t NumSlots = 0;
};

/// A decoded site table. Copies share its bytes.
class SiteTable {
public:
  /// Decodes a table. Checks every offset, index and count, so \p Bytes may be
  /// hostile. Time and memory are proportional to their size.
  static llvm::Expected<SiteTable> decode(llvm::StringRef Bytes);
  /// Decodes a reference in place of a table (TableReference.h): the result has
  /// slots and nothing else. \p Bytes may be hostile.
  static llvm::Expected<SiteTable> ofReference(llvm::StringRef Bytes);
  /// Decodes consecutive tables, as in the section UDPC_TABLES_SECTION of a
  /// linked file.
  static llvm::Expected<std::vector<SiteTable>>
  decodeSection(llvm::StringRef Bytes);

  llvm::StringRef bytes() const {
    return Bytes ? llvm::StringRef(*Bytes) : llvm::StringRef();
  }
  bool isReference() const { return IsReference; }
  uint32_t numSlots() const { return NumSlots; }
  llvm::ArrayRef<abi::EventRec> events() const { return Events; }
  llvm::ArrayRef<abi::EntryRec> entries() const { return Entries; }
  llvm::ArrayRef<abi::DerivedRec> derived() const { return Derived; }
  llvm::ArrayRef<abi::SiteRec> sites() const { return Sites; }
  llvm::ArrayRef<abi::CandidateRec> candidates(const abi::SiteRec &S) const {
    return Candidates.slice(S.FirstCandidate, S.NumCandidates);
  }
  llvm::StringRef string(uint32_t Offset) const {
    return Strings.drop_front(Offset).data();
  }
  llvm::StringRef sourceFile() const { return string(SourceFile); }

  /// Returns all values of the unit: \p Slots, which are the counts, then the
  /// derived values, computed by values::derive.
  std::vector<uint64_t> values(std::vector<uint64_t> Slots) const;

  /// Returns the sum of \p Slot in two runs, saturating.
  uint64_t addSlots(uint32_t Slot, uint64_t L, uint64_t R) const;

private:
  /// The bytes that contain the lists. Copies share them.
  std::shared_ptr<const std::string> Bytes;
  bool IsReference = false;
  uint32_t NumSlots = 0;
  uint32_t SourceFile = 0;
  llvm::ArrayRef<abi::EventRec> Events;
  llvm::ArrayRef<abi::EntryRec> Entries;
  llvm::ArrayRef<abi::DerivedRec> Derived;
  llvm::ArrayRef<abi::SiteRec> Sites;
  llvm::ArrayRef<abi::CandidateRec> Candidates;
  llvm::StringRef Strings = llvm::StringRef("", 1);
};

} // namespace udpc

#endif // UDPC_PROFDATA_TABLES_SITETABLE_H
