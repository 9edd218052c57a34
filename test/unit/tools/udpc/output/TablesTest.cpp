// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/udpc/output/Tables.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

namespace {

std::string printed(const Table &T, size_t Columns) {
  std::string Text;
  raw_string_ostream OS(Text);
  T.print(OS, Columns);
  return Text;
}

Table example() {
  Table T({"count", "place", "function"},
          {Table::Right, Table::Left, Table::Left});
  T.add({"12", "/usr/include/c++/12/map:7", "std::map<int, int>::find"});
  T.add({"3", "a.c:1", "f"});
  return T;
}

TEST(Table, IsAsWideAsItsCellsWithoutALimit) {
  EXPECT_EQ(printed(example(), SIZE_MAX),
            "count  place                      function\n"
            "   12  /usr/include/c++/12/map:7  std::map<int, int>::find\n"
            "    3  a.c:1                      f\n");
}

TEST(Table, ShortensTheWidestText) {
  EXPECT_EQ(printed(example(), 47),
            "count  place                function\n"
            "   12  /usr/…/c++/12/map:7  std::map<…>::find\n"
            "    3  a.c:1                f\n");
}

TEST(Table, KeepsNumbersWhole) {
  Table T({"name", "count"}, {Table::Left, Table::Right});
  T.add({"a_very_long_name", "1,234,567,890"});
  EXPECT_EQ(printed(T, 4), "name              count\n"
                           "a_v…name  1,234,567,890\n");
}

TEST(Table, ShortensHeadingsOfNumbers) {
  Table T({"a_very_long_name_of_an_event/s"}, {Table::Right});
  T.add({"12"});
  EXPECT_EQ(printed(T, 20), "a_very_lo…an_event/s\n"
                            "                  12\n");
}

TEST(Table, OmitsColumnsWithoutCellsIfItIsTooWide) {
  Table T({"name", "thread", "count"},
          {Table::Left, Table::Right, Table::Right});
  T.add({"lookups", "", "12"});
  EXPECT_EQ(printed(T, 22), "name     thread  count\n"
                            "lookups             12\n");
  EXPECT_EQ(printed(T, 21), "name     count\n"
                            "lookups     12\n");
}

TEST(Table, AlignsByColumnsNotBytes) {
  Table T({}, {Table::Left, Table::Left});
  T.add({"ä", "x"});
  T.add({"ab", "y"});
  EXPECT_EQ(printed(T, SIZE_MAX), "ä   x\nab  y\n");
}

TEST(Table, DividesColumnsIntoTables) {
  Table T({"time", "a/s", "b/s", "c/s"},
          {Table::Fixed, Table::Right, Table::Right, Table::Right});
  T.add({"12:00", "1", "2", "3"});
  T.setKeys(1);
  EXPECT_EQ(printed(T, 15), "time   a/s  b/s\n12:00    1    2\n\n"
                            "time   c/s\n12:00    3\n");
  EXPECT_EQ(printed(T, 20), "time   a/s  b/s  c/s\n12:00    1    2    3\n");
}

TEST(Table, PrintsTablesThatNothingFits) {
  Table T({"time", "a/s", "b/s"}, {Table::Fixed, Table::Right, Table::Right});
  T.setKeys(1);
  EXPECT_EQ(printed(T, 1), "time  a/s\n\ntime  b/s\n");
}

} // namespace
