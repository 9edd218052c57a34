//===- TableVersionsTest.cpp - Tests of several tables of one file --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/events/TableVersions.h"
#include "test/unit/profdata/ProfileBytes.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace udpc {
namespace {

using Lines = std::vector<std::string>;

std::set<std::string> places(unsigned Table) {
  // Each has its own number and "common".
  return {"common", std::to_string(Table)};
}

TEST(TableVersions, OneTableOfEachFileIsNotWorthANote) {
  TableVersions V;
  V.add(0, "/app", "/src/a.c");
  V.add(1, "/app", "/src/b.c");
  V.add(2, "/lib.so", "/src/a.c");
  // Units of the runtime have no source file.
  V.add(3, "/app", "");
  V.add(4, "/app", "");
  V.addReference("/app", "\x01");
  V.addReference("/app", "\x01");
  EXPECT_FALSE(V.any());
  EXPECT_EQ(V.notes(places), Lines());
}

TEST(TableVersions, CountsCommonAndOtherPlaces) {
  TableVersions V;
  V.add(0, "/app", "/src/a.c");
  V.add(1, "/app", "/src/a.c");
  V.add(2, "/app", "/src/b.c");
  EXPECT_TRUE(V.any());
  EXPECT_EQ(V.notes(places),
            Lines{"/app: several tables of 1 of its source files, as of other "
                  "builds or specs: 1 places are in all of them and are added "
                  "up, 2 are not in all"});
}

TEST(TableVersions, NamesBuildsWhoseTablesAreNotHere) {
  TableVersions V;
  V.addReference("/app", "\x02\xab");
  V.addReference("/app", "\x01");
  EXPECT_EQ(V.notes(places),
            Lines{"/app: 2 builds (01, 02ab), whose tables are not here: their "
                  "counts are kept apart, and reports add them up by place and "
                  "event"});
}

TEST(TableVersions, EventsArePartOfPlaces) {
  auto Table = [](StringRef Event) {
    SiteTableBuilder T;
    T.setSourceFile("/src/a.c");
    T.setNumSlots(1);
    T.addEvent(Event, -1);
    T.addSite(siteOf(T, 0, abi::SiteKind::Entry, "/src/a.c", 1, "f"),
              {{0, 0, 0, 0, 0}});
    return T.finish();
  };
  EventProfile P;
  std::string Profile = makeProfile({Table("e"), Table("other")}, {});
  ASSERT_FALSE(errorToBool(P.add(MemoryBufferRef(Profile, "x.prof"))));
  Lines Notes = mergeNotes(P);
  ASSERT_EQ(Notes.size(), 1u);
  EXPECT_TRUE(StringRef(Notes[0]).ends_with(
      "0 places are in all of them and are added up, 2 are not in all"))
      << Notes[0];
}

} // namespace
} // namespace udpc
