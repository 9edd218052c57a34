// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/modules/MapsLine.h"
#include "gtest/gtest.h"
#include <sys/mman.h>

using namespace udpc::rt;

TEST(MapsLine, ReadsALine) {
  Mapping M;
  ASSERT_TRUE(parseMapsLine("7f1234500000-7f1234abc000 r-xp 00001000 08:02 "
                            "173521      /usr/lib/a b.so (deleted)",
                            M));
  EXPECT_EQ(M.Start, 0x7f1234500000u);
  EXPECT_EQ(M.End, 0x7f1234abc000u);
  EXPECT_EQ(M.Offset, 0x1000u);
  EXPECT_EQ(M.Protection, PROT_READ | PROT_EXEC);
  EXPECT_FALSE(M.IsShared);
  EXPECT_STREQ(M.Name, "/usr/lib/a b.so (deleted)");
}

TEST(MapsLine, ReadsAnonymousAndShared) {
  Mapping M;
  ASSERT_TRUE(
      parseMapsLine("ffffffffff600000-ffffffffff601000 -w-s 0 00:00 0", M));
  EXPECT_EQ(M.Start, 0xffffffffff600000u);
  EXPECT_EQ(M.Protection, PROT_WRITE);
  EXPECT_TRUE(M.IsShared);
  EXPECT_STREQ(M.Name, "");
}

TEST(MapsLine, RefusesOthers) {
  Mapping M;
  for (const char *Line :
       {"", "-", "12", "12-", "12-13", "12-13 ", "12-13 r-x",
        "x-13 r-xp 0 00:00 0", "12-13 r-xp", "12 13 r-xp 0 00:00 0"})
    EXPECT_FALSE(parseMapsLine(Line, M)) << Line;
}
