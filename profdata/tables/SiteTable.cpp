//===- SiteTable.cpp - Site tables: building and decoding -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/tables/SiteTable.h"
#include "profdata/support/RecordBytes.h"
#include "profdata/tables/TableReference.h"
#include "udpc/values.h"
#include <cstring>

using namespace llvm;
using namespace udpc;

StringRef udpc::kindWord(abi::SiteKind Kind) {
  switch (Kind) {
#define UDPC_SITE_KIND(Name, Number, Words, Key, Place)                        \
  case abi::SiteKind::Name:                                                    \
    return Words;
#include "udpc/lists/site_kinds.inc"
  }
  return "";
}

StringRef udpc::commandWord(abi::SiteCommand Command) {
  return Command == abi::SiteCommand::Dec ? "dec" : "inc";
}

StringRef udpc::unmatchedHint(uint16_t EntryFlags) {
  if (EntryFlags & abi::TransparentEntry)
    return "; it is counted transparently, and the optimiser may have inlined "
           "or removed it";
  return "";
}

uint32_t SiteTableBuilder::addEvent(StringRef Name, int Counter) {
  Events.push_back({addString(Name), Counter});
  return Events.size() - 1;
}

uint32_t SiteTableBuilder::addEntry(uint32_t Event, abi::SiteKind Kind,
                                    abi::SiteCommand Command, StringRef Pattern,
                                    StringRef SpecFile, uint32_t SpecLine,
                                    uint32_t NumSites, uint16_t Flags) {
  Entries.push_back({Event, static_cast<uint8_t>(Kind),
                     static_cast<uint8_t>(Command), Flags, addString(Pattern),
                     addString(SpecFile), SpecLine, NumSites});
  return Entries.size() - 1;
}

uint32_t SiteTableBuilder::addDerived(uint32_t Left, uint32_t Right,
                                      bool Subtract) {
  Derived.push_back({Left, Right, Subtract});
  return Derived.size() - 1;
}

void SiteTableBuilder::addSite(abi::SiteRec S, ArrayRef<abi::CandidateRec> Of) {
  S.FirstCandidate = Candidates.size();
  S.NumCandidates = Of.size();
  Candidates.insert(Candidates.end(), Of.begin(), Of.end());
  Sites.push_back(S);
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
  H.SourceFile = SourceFile;

  std::vector<uint8_t> Out(sizeof(H));
  appendRecords(Out, Events);
  appendRecords(Out, Entries);
  appendRecords(Out, Derived);
  appendRecords(Out, Sites);
  appendRecords(Out, Candidates);
  finishTable(Out, H, Strings);
  return Out;
}

Expected<SiteTable> SiteTable::decode(StringRef Bytes) {
  abi::TableHeader H;
  if (!RecordCursor(Bytes).read(H))
    return malformedTable("the header is cut off");
  if (H.Magic != abi::TableMagic)
    return malformedTable("not a site table");
  if (H.Version != abi::Version)
    return malformedTable("version " + Twine(H.Version) + "; this udpc reads " +
                          Twine(abi::Version));
  if (H.TotalSize != Bytes.size() || H.TotalSize % 8)
    return malformedTable("its size is wrong");

  SiteTable T;
  // Memory of this size is aligned for all records.
  T.Bytes = std::make_shared<const std::string>(Bytes.str());
  T.NumSlots = H.NumSlots;
  T.SourceFile = H.SourceFile;
  RecordCursor C(T.bytes().drop_front(sizeof(H)));
  if (!C.view(H.NumEvents, T.Events) || !C.view(H.NumEntries, T.Entries) ||
      !C.view(H.NumDerived, T.Derived) || !C.view(H.NumSites, T.Sites) ||
      !C.view(H.NumCandidates, T.Candidates) ||
      !C.take(H.StringsSize, T.Strings))
    return malformedTable("a list is cut off");
  if (T.Strings.empty() || T.Strings.front() || T.Strings.back())
    return malformedTable("its strings are not terminated");

  auto BadString = [&](uint32_t Offset) {
    return !isStringStart(T.Strings, Offset);
  };
  uint64_t NumValues = uint64_t(H.NumSlots) + H.NumDerived;
  if (!isPlausibleNumSlots(H.NumSlots, H.TotalSize))
    return malformedTable("too many slots");
  auto BadValue = [&](uint32_t Value, uint64_t Limit) {
    return Value != abi::ZeroValue && Value >= Limit;
  };
  if (BadString(H.SourceFile))
    return malformedTable("a string is out of range");
  for (const abi::EventRec &E : T.Events)
    if (BadString(E.Name))
      return malformedTable("a string is out of range");
  for (const abi::EntryRec &E : T.Entries)
    if (E.Event >= H.NumEvents || BadString(E.Pattern) ||
        BadString(E.SpecFile) || E.Kind >= abi::NumSiteKinds || E.Command > 1)
      return malformedTable("an entry is out of range");
  for (uint32_t I = 0; I != H.NumDerived; ++I) {
    uint64_t Own = uint64_t(H.NumSlots) + I;
    const abi::DerivedRec &D = T.Derived[I];
    if (BadValue(D.Left, Own) || BadValue(D.Right, Own) || D.Subtract > 1)
      return malformedTable("a derived value is out of range");
  }
  uint64_t CandidatesOfSites = 0;
  for (const abi::SiteRec &S : T.Sites) {
    if (S.Event >= H.NumEvents || BadString(S.File) || BadString(S.Function) ||
        S.Kind >= abi::NumSiteKinds || S.Command > 1 ||
        uint64_t(S.FirstCandidate) + S.NumCandidates > H.NumCandidates)
      return malformedTable("a site is out of range");
    CandidatesOfSites += S.NumCandidates;
  }
  // Otherwise readers could take time proportional to the product of both
  // numbers.
  if (CandidatesOfSites > H.NumCandidates)
    return malformedTable("sites share candidates");
  for (const abi::CandidateRec &C : T.Candidates)
    if (BadValue(C.Value, NumValues))
      return malformedTable("a candidate is out of range");
  return T;
}

Expected<SiteTable> SiteTable::ofReference(StringRef Bytes) {
  Expected<TableReference> Reference =
      TableReference::parse(Bytes, sizeof(abi::TableHeader));
  if (!Reference)
    return Reference.takeError();
  abi::TableHeader H;
  std::memcpy(&H, Reference->Header.data(), sizeof(H));
  if (H.Magic != abi::TableMagic || H.Version != abi::Version ||
      !isPlausibleNumSlots(H.NumSlots, H.TotalSize))
    return malformedTable("the reference is not to a site table");
  SiteTable T;
  T.Bytes = std::make_shared<const std::string>(Bytes.str());
  T.IsReference = true;
  T.NumSlots = H.NumSlots;
  return T;
}

Expected<std::vector<SiteTable>> SiteTable::decodeSection(StringRef Bytes) {
  std::vector<SiteTable> Tables;
  while (Bytes.size() >= sizeof(abi::TableHeader)) {
    abi::TableHeader H;
    std::memcpy(&H, Bytes.data(), sizeof(H));
    if (H.Magic == abi::TableMagic && H.TotalSize > Bytes.size())
      return malformedTable("the last site table is cut off");
    if (H.Magic != abi::TableMagic || !H.TotalSize)
      return malformedTable("not a site table");
    Expected<SiteTable> T = decode(Bytes.take_front(H.TotalSize));
    if (!T)
      return T.takeError();
    Tables.push_back(std::move(*T));
    Bytes = Bytes.drop_front(H.TotalSize);
  }
  return Tables;
}

std::vector<uint64_t> SiteTable::values(std::vector<uint64_t> Slots) const {
  Slots.resize(uint64_t(NumSlots) + Derived.size());
  values::derive(Derived.data(), Derived.size(), NumSlots, Slots.data());
  return Slots;
}

uint64_t SiteTable::addSlots(uint32_t Slot, uint64_t L, uint64_t R) const {
  // The sign matters only near the limits. If it is unknown, numbers from 2^63
  // on are negative, since no count has got that far upwards.
  bool IsSigned =
      (L | R) >> 62 &&
      (IsReference ||
       values::countsDown(Derived.data(), Derived.size(), Slot) ||
       values::holdsMark(Sites.data(), Sites.size(), Candidates.data(), Slot));
  return values::addSlots(L, R, IsSigned);
}
