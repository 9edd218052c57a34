//===- SiteTable.h - What the slots of a unit mean -------------*- C++ -*-===//
//
// The site table of a unit as udpc/abi.h lays it out: the plugin builds it, the
// runtime copies it into profiles, and everything that reads profiles decodes
// it here.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_SITETABLE_H
#define UDPC_PROFDATA_SITETABLE_H

#include "udpc/abi.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace udpc {

/// Builds the bytes of a site table.
class SiteTableBuilder {
public:
  SiteTableBuilder() : Strings(1, '\0') {}

  /// Offset of \p S in the string table; equal strings are stored once.
  uint32_t addString(llvm::StringRef S);
  void setSourceFile(llvm::StringRef S) { SourceFile = addString(S); }
  void setNumSlots(uint32_t N) { NumSlots = N; }
  /// The add functions return the index of what they added.
  uint32_t addEvent(llvm::StringRef Name, int Counter);
  uint32_t addEntry(uint32_t Event, abi::SiteKind Kind,
                    abi::SiteCommand Command, llvm::StringRef Pattern,
                    llvm::StringRef SpecFile, uint32_t SpecLine,
                    uint32_t NumSites);
  uint32_t addDerived(uint32_t Left, uint32_t Right, bool Subtract);
  /// FirstCandidate and NumCandidates of \p S are filled in.
  void addSite(abi::SiteRec S, llvm::ArrayRef<abi::CandidateRec> Candidates);

  std::vector<uint8_t> finish() const;

private:
  std::vector<abi::EventRec> Events;
  std::vector<abi::EntryRec> Entries;
  std::vector<abi::DerivedRec> Derived;
  std::vector<abi::SiteRec> Sites;
  std::vector<abi::CandidateRec> Candidates;
  std::string Strings;
  llvm::StringMap<uint32_t> Offsets;
  uint32_t SourceFile = 0;
  uint32_t NumSlots = 0;
};

} // namespace udpc

#endif // UDPC_PROFDATA_SITETABLE_H
