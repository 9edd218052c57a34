//===- SiteTable.cpp - What the slots of a unit mean ----------------------===//

#include "profdata/SiteTable.h"
#include <cstring>

using namespace llvm;
using namespace udpc;

uint32_t SiteTableBuilder::addString(StringRef S) {
  if (S.empty())
    return 0;
  auto [It, New] = Offsets.try_emplace(S, Strings.size());
  if (New) {
    Strings += S;
    Strings += '\0';
  }
  return It->second;
}

uint32_t SiteTableBuilder::addEvent(StringRef Name, int Counter) {
  Events.push_back({addString(Name), Counter});
  return Events.size() - 1;
}

uint32_t SiteTableBuilder::addEntry(uint32_t Event, abi::SiteKind Kind,
                                    abi::SiteCommand Command, StringRef Pattern,
                                    StringRef SpecFile, uint32_t SpecLine,
                                    uint32_t NumSites) {
  Entries.push_back({Event, static_cast<uint8_t>(Kind),
                     static_cast<uint8_t>(Command), 0, addString(Pattern),
                     addString(SpecFile), SpecLine, NumSites});
  return Entries.size() - 1;
}

uint32_t SiteTableBuilder::addDerived(uint32_t Left, uint32_t Right,
                                      bool Subtract) {
  Derived.push_back({Left, Right, Subtract});
  return Derived.size() - 1;
}

void SiteTableBuilder::addSite(abi::SiteRec S,
                               ArrayRef<abi::CandidateRec> Of) {
  S.FirstCandidate = Candidates.size();
  S.NumCandidates = Of.size();
  Candidates.insert(Candidates.end(), Of.begin(), Of.end());
  Sites.push_back(S);
}

template <typename T>
static void append(std::vector<uint8_t> &Out, const std::vector<T> &Records) {
  const auto *Bytes = reinterpret_cast<const uint8_t *>(Records.data());
  Out.insert(Out.end(), Bytes, Bytes + Records.size() * sizeof(T));
}

std::vector<uint8_t> SiteTableBuilder::finish() const {
  abi::TableHeader H = {};
  H.Magic = abi::TableMagic;
  H.Version = abi::Version;
  H.NumEvents = Events.size();
  H.NumEntries = Entries.size();
  H.NumSlots = NumSlots;
  H.NumDerived = Derived.size();
  H.NumSites = Sites.size();
  H.NumCandidates = Candidates.size();
  H.StringsSize = Strings.size();
  H.SourceFile = SourceFile;

  std::vector<uint8_t> Out(sizeof(H));
  append(Out, Events);
  append(Out, Entries);
  append(Out, Derived);
  append(Out, Sites);
  append(Out, Candidates);
  Out.insert(Out.end(), Strings.begin(), Strings.end());
  Out.resize((Out.size() + 7) & ~size_t(7));
  H.TotalSize = Out.size();
  std::memcpy(Out.data(), &H, sizeof(H));
  return Out;
}
