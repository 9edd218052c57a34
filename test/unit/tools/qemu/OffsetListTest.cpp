// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/qemu/OffsetList.h"
#include "gtest/gtest.h"
#include <fstream>
#include <stdio.h>

using namespace udpc::qemu;

TEST(OffsetList, HasItemsOnce) {
  OffsetList L;
  EXPECT_EQ(L.parse("libc.so.6+0x1f0;c++prog+0x10;libc.so.6+0x1f0"), "");
  ASSERT_EQ(L.size(), 2u);
  EXPECT_EQ(L[0].Module, "libc.so.6");
  EXPECT_EQ(L[0].Address, 0x1f0u);
  EXPECT_EQ(L[1].Module, "c++prog");
  EXPECT_EQ(L[1].Address, 0x10u);
}

TEST(OffsetList, RefusesWrongItems) {
  for (const char *Text : {"", "a", "a+", "a+10", "a+0x", "+0x10", "a+0x1g",
                           "a+0x1;", "a+0x11112222333344445", "@/nowhere"}) {
    OffsetList L;
    EXPECT_NE(L.parse(Text), "") << Text;
  }
}

TEST(OffsetList, FilesHaveOneALine) {
  std::string Path = testing::TempDir() + "udpc-offsets.txt";
  std::ofstream(Path) << "# all\n\n  a+0x1  # one\r\nb c+0x2\n";
  OffsetList L;
  EXPECT_EQ(L.parse("@" + Path), "");
  ASSERT_EQ(L.size(), 2u);
  EXPECT_EQ(L[0].Module, "a");
  EXPECT_EQ(L[1].Module, "b c");
  std::ofstream(Path) << "# nothing\n";
  EXPECT_EQ(OffsetList().parse("@" + Path), "there are no items");
  remove(Path.c_str());
}

TEST(OffsetList, MatchesNamesOfFiles) {
  EXPECT_TRUE(OffsetList::names("libz.so.1", "/lib/libz.so.1"));
  EXPECT_TRUE(OffsetList::names("libz.so.1", "/lib/libz.so.1.2.13"));
  EXPECT_FALSE(OffsetList::names("libz.so.1", "/lib/libz.so.12"));
  EXPECT_FALSE(OffsetList::names("z.so.1", "/lib/libz.so.1"));
  EXPECT_FALSE(OffsetList::names("python3", "/bin/python3.11"));
  EXPECT_TRUE(OffsetList::names("/bin/python3.11", "/bin/python3.11"));
  EXPECT_FALSE(OffsetList::names("/usr/bin/x", "/bin/x"));
}
