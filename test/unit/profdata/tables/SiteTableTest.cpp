//===- SiteTableTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "test/unit/profdata/ProfileBytes.h"
#include "gtest/gtest.h"

using namespace llvm;

// Within udpc, because <cxxabi.h>, which gtest includes, has an `abi` too.
namespace udpc {

static std::string errorOf(const Bytes &Table) {
  Expected<SiteTable> T = SiteTable::decode(asString(Table));
  return T ? "" : toString(T.takeError());
}

/// \p Table with the record \p R at \p Offset overwritten.
template <typename Record>
static Bytes with(Bytes Table, size_t Offset, const Record &R) {
  std::memcpy(Table.data() + Offset, &R, sizeof(R));
  return Table;
}

static abi::TableHeader headerOf(const Bytes &Table) {
  abi::TableHeader H;
  std::memcpy(&H, Table.data(), sizeof(H));
  return H;
}

/// Follows every index and string of a table that was decoded.
static uint64_t readAll(const SiteTable &T) {
  uint64_t Sum = T.sourceFile().size();
  for (const abi::EventRec &E : T.events())
    Sum += T.string(E.Name).size();
  for (const abi::EntryRec &E : T.entries())
    Sum += T.string(E.Pattern).size() + T.string(E.SpecFile).size() +
           T.events()[E.Event].Name;
  // Altered tables may ask for much memory; what there is to see shows in
  // small ones.
  std::vector<uint64_t> Values;
  if (T.numSlots() < 1000)
    Values = T.values({});
  for (const abi::SiteRec &S : T.sites()) {
    Sum += T.string(S.File).size() + T.string(S.Function).size() +
           T.events()[S.Event].Name;
    for (const abi::CandidateRec &C : T.candidates(S))
      if (C.Value != abi::ZeroValue && !Values.empty())
        Sum += Values[C.Value];
  }
  return Sum;
}

TEST(SiteTable, DecodesWhatTheBuilderMade) {
  Bytes Table = fullTable();
  EXPECT_EQ(Table.size() % 8, 0u);
  EXPECT_EQ(headerOf(Table).TotalSize, Table.size());
  Expected<SiteTable> T = SiteTable::decode(asString(Table));
  ASSERT_TRUE(bool(T)) << toString(T.takeError());
  EXPECT_EQ(T->sourceFile(), "/src/a.c");
  EXPECT_EQ(T->numSlots(), 3u);
  ASSERT_EQ(T->events().size(), 2u);
  EXPECT_EQ(T->string(T->events()[0].Name), "calls");
  EXPECT_EQ(T->events()[0].Counter, 7);
  EXPECT_EQ(T->events()[1].Counter, -1);
  ASSERT_EQ(T->entries().size(), 2u);
  EXPECT_EQ(T->string(T->entries()[1].Pattern), "a.c:9");
  EXPECT_EQ(T->string(T->entries()[1].SpecFile), "s.yaml");
  EXPECT_EQ(T->entries()[1].SpecLine, 5u);
  ASSERT_EQ(T->sites().size(), 3u);
  EXPECT_EQ(T->string(T->sites()[2].Function), "f");
  ASSERT_EQ(T->candidates(T->sites()[2]).size(), 2u);
  EXPECT_EQ(T->candidates(T->sites()[2])[1].LineEnd, 11u);
  EXPECT_EQ(T->candidates(T->sites()[1])[0].Value, 1u);
}

TEST(SiteTable, StoresEqualStringsOnce) {
  SiteTableBuilder T;
  EXPECT_EQ(T.addString(""), 0u);
  uint32_t A = T.addString("a");
  EXPECT_NE(T.addString("b"), A);
  EXPECT_EQ(T.addString("a"), A);
}

TEST(SiteTable, DecodesTheEmptyTable) {
  Expected<SiteTable> T =
      SiteTable::decode(asString(SiteTableBuilder().finish()));
  ASSERT_TRUE(bool(T)) << toString(T.takeError());
  EXPECT_EQ(T->sourceFile(), "");
  EXPECT_TRUE(T->values({}).empty());
}

TEST(SiteTable, DerivesValuesInOnePass) {
  SiteTableBuilder B;
  B.setNumSlots(2);
  B.addDerived(0, 1, true);              // 2: 10 - 3
  B.addDerived(2, 2, false);             // 3: 7 + 7
  B.addDerived(abi::ZeroValue, 3, true); // 4: 0 - 14, modulo 2^64
  B.addDerived(4, 3, false);             // 5: back to 0
  Expected<SiteTable> T = SiteTable::decode(asString(B.finish()));
  ASSERT_TRUE(bool(T)) << toString(T.takeError());
  EXPECT_EQ(T->values({10, 3}),
            (std::vector<uint64_t>{10, 3, 7, 14, uint64_t(-14), 0}));
}

TEST(SiteTable, RefusesOtherThingsAndVersions) {
  Bytes Table = fullTable();
  abi::TableHeader H = headerOf(Table);
  H.Magic = 1;
  EXPECT_EQ(errorOf(with(Table, 0, H)), "not a site table");
  H = headerOf(Table);
  H.Version = 9;
  EXPECT_NE(errorOf(with(Table, 0, H)).find("version 9"), std::string::npos);
}

TEST(SiteTable, RefusesDerivedValuesThatUseLaterOnes) {
  for (uint32_t Operand : {3u, 4u, 100u, 0xfffffffeu}) {
    SiteTableBuilder B;
    B.setNumSlots(3);
    B.addDerived(0, Operand, false);
    EXPECT_NE(errorOf(B.finish()), "") << Operand;
  }
}

TEST(SiteTable, RefusesCountsThatOverflow) {
  Bytes Table = fullTable();
  for (uint32_t abi::TableHeader::*Count :
       {&abi::TableHeader::NumEvents, &abi::TableHeader::NumEntries,
        &abi::TableHeader::NumDerived, &abi::TableHeader::NumSites,
        &abi::TableHeader::NumCandidates, &abi::TableHeader::StringsSize,
        &abi::TableHeader::NumSlots, &abi::TableHeader::SourceFile})
    // 2^27 and 2^29 records of 32 and 8 bytes are 2^32 bytes: 0 in 32 bits.
    for (uint32_t Value :
         {1u << 25, 1u << 28, 1u << 29, 1u << 31, 0xffffffffu}) {
      abi::TableHeader H = headerOf(Table);
      H.*Count = Value;
      EXPECT_NE(errorOf(with(Table, 0, H)), "") << Value;
    }
}

/// Readers have a number for each slot: a table may not ask for more of them
/// than its own records can name.
TEST(SiteTable, RefusesMoreSlotsThanItsBytes) {
  Bytes Table = fullTable();
  abi::TableHeader H = headerOf(Table);
  H.NumSlots = H.TotalSize + 1;
  EXPECT_EQ(errorOf(with(Table, 0, H)), "too many slots");
}

TEST(SiteTable, RefusesEndsOfStrings) {
  Bytes Table = fullTable();
  abi::TableHeader H = headerOf(Table);
  H.SourceFile += 1;
  EXPECT_EQ(errorOf(with(Table, 0, H)), "a string is out of range");
}

TEST(SiteTable, RefusesCandidatesOutsideOfTheTable) {
  Bytes Table = fullTable();
  abi::TableHeader H = headerOf(Table);
  size_t Sites = sizeof(H) + H.NumEvents * sizeof(abi::EventRec) +
                 H.NumEntries * sizeof(abi::EntryRec) +
                 H.NumDerived * sizeof(abi::DerivedRec);
  abi::SiteRec S;
  std::memcpy(&S, Table.data() + Sites, sizeof(S));
  S.FirstCandidate = 0xffffffff; // FirstCandidate + NumCandidates wraps to 0.
  EXPECT_NE(errorOf(with(Table, Sites, S)), "");
  S.FirstCandidate = 4;
  EXPECT_NE(errorOf(with(Table, Sites, S)), "");
}

/// Readers follow the candidates of each site: that must not take time in
/// proportion to the product of both numbers.
TEST(SiteTable, RefusesSitesThatShareCandidates) {
  SiteTableBuilder B;
  B.setNumSlots(1);
  B.addEvent("e", -1);
  for (unsigned I = 0; I != 2; ++I)
    B.addSite(siteOf(B, 0, abi::SiteKind::Line, "/src/a.c", 1 + I, "f"),
              {{0, 1, 1, 2, 2}});
  Bytes Table = B.finish();
  EXPECT_EQ(errorOf(Table), "");
  size_t Sites = sizeof(abi::TableHeader) + sizeof(abi::EventRec);
  abi::SiteRec S;
  std::memcpy(&S, Table.data() + Sites, sizeof(S));
  S.NumCandidates = 2;
  EXPECT_EQ(errorOf(with(Table, Sites, S)), "sites share candidates");
}

TEST(SiteTable, SurvivesTruncationAtEveryByte) {
  Bytes Table = fullTable();
  for (size_t Size = 0; Size != Table.size(); ++Size) {
    // A buffer of its own, so that sanitizers see a read past its end.
    Bytes Cut(Table.begin(), Table.begin() + Size);
    EXPECT_NE(errorOf(Cut), "") << Size;
    // The same with a header that agrees with the size.
    if (Size < sizeof(abi::TableHeader))
      continue;
    abi::TableHeader H = headerOf(Table);
    H.TotalSize = Size;
    if (Size < Table.size() - 7)
      EXPECT_NE(errorOf(with(Cut, 0, H)), "") << Size;
  }
}

TEST(SiteTable, SurvivesEveryAlteredByte) {
  Bytes Table = fullTable();
  for (size_t I = 0; I != Table.size(); ++I)
    for (unsigned Value : {0x00, 0x01, 0x7f, 0x80, 0xff, Table[I] ^ 0x10}) {
      Bytes Altered = Table;
      Altered[I] = Value;
      Expected<SiteTable> T = SiteTable::decode(asString(Altered));
      if (!T)
        consumeError(T.takeError());
      else
        readAll(*T);
    }
}

TEST(SiteTable, DecodesASection) {
  Bytes Section = fullTable(), Second = SiteTableBuilder().finish();
  Section.insert(Section.end(), Second.begin(), Second.end());
  Expected<std::vector<SiteTable>> Tables =
      SiteTable::decodeSection(asString(Section));
  ASSERT_TRUE(bool(Tables)) << toString(Tables.takeError());
  EXPECT_EQ(Tables->size(), 2u);
  Section.resize(Section.size() - 8);
  Tables = SiteTable::decodeSection(asString(Section));
  EXPECT_FALSE(bool(Tables));
  consumeError(Tables.takeError());
  Tables = SiteTable::decodeSection("");
  ASSERT_TRUE(bool(Tables));
  EXPECT_TRUE(Tables->empty());
}

} // namespace udpc
