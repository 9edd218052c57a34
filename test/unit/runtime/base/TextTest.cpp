// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/base/Text.h"
#include "gtest/gtest.h"

using namespace udpc;
using namespace udpc::rt;

TEST(Text, WritesHex) {
  char Buffer[32];
  TextBuffer(Buffer, sizeof(Buffer))
      .add(Hex{0})
      .add(' ')
      .add(Hex{0x1f0})
      .add(' ')
      .add(Hex{UINT64_MAX});
  EXPECT_STREQ(Buffer, "0x0 0x1f0 0xffffffffffffffff");
}

TEST(Text, FindsLengthsAndPlaces) {
  EXPECT_EQ(lengthOf(""), 0u);
  EXPECT_EQ(lengthOf("abc"), 3u);
  const char *Path = "/a/b";
  EXPECT_EQ(findLast(Path, '/'), Path + 2);
  EXPECT_EQ(findLast(Path, 'c'), nullptr);
}
