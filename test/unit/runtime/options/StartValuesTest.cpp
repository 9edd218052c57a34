//===- StartValuesTest.cpp - Lists of names with numbers ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/options/StartValues.h"
#include "gtest/gtest.h"
#include <string>

using namespace udpc::rt;

static bool reads(const std::string &Text, int64_t Expected) {
  int64_t Number;
  return readNumber(Text.data(), Text.data() + Text.size(), Number) &&
         Number == Expected;
}

TEST(StartValues, ReadsNumbers) {
  EXPECT_TRUE(reads("0", 0));
  EXPECT_TRUE(reads("-17", -17));
  EXPECT_TRUE(reads("9223372036854775807", INT64_MAX));
  EXPECT_TRUE(reads("-9223372036854775808", INT64_MIN));
  int64_t Number;
  for (const char *Bad : {"", "-", "+1", "1x", " 1", "9223372036854775808",
                          "-9223372036854775809"})
    EXPECT_FALSE(readNumber(Bad, Bad + std::string(Bad).size(), Number)) << Bad;
}

TEST(StartValues, ReadsItems) {
  const char *List = "live=-7,a=b=12";
  StartValue Item;
  ASSERT_TRUE(isStartValueList(List));
  ASSERT_TRUE(readStartValue(List, Item));
  EXPECT_TRUE(Item.names("live"));
  EXPECT_FALSE(Item.names("liv"));
  EXPECT_FALSE(Item.names("lives"));
  EXPECT_EQ(Item.Value, -7);
  ASSERT_TRUE(readStartValue(List, Item));
  EXPECT_TRUE(Item.names("a=b"));
  EXPECT_EQ(Item.Value, 12);
  EXPECT_EQ(*List, 0);
}

TEST(StartValues, RefusesOtherLists) {
  for (const char *Bad : {"", "live", "=1", "live=", "live=x", "a=1,,b=2", ","})
    EXPECT_FALSE(isStartValueList(Bad)) << Bad;
}
