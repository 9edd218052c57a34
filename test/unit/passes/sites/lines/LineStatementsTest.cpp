//===- LineStatementsTest.cpp ---------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/lines/LineStatements.h"
#include "gtest/gtest.h"

using namespace udpc;

static LineStatements read(const char *Value, unsigned Line) {
  LineStatements S;
  readStatements(Value, Line, S);
  return S;
}

TEST(LineStatements, AreThoseOfTheLine) {
  const char *Value = "2:3,10,15 14<13:5 21:7";
  EXPECT_EQ(read(Value, 2).Columns, (std::vector<unsigned>{3, 10, 15}));
  EXPECT_EQ(read(Value, 21).Columns, std::vector<unsigned>{7});
  EXPECT_TRUE(read(Value, 1).Columns.empty());
  EXPECT_TRUE(read(Value, 14).Columns.empty());
  EXPECT_EQ(read(Value, 14).AroundLine, 13u);
  EXPECT_EQ(read(Value, 14).AroundColumn, 5u);
  EXPECT_EQ(read(Value, 2).AroundLine, 0u);
}

TEST(LineStatements, AddUpOverFunctions) {
  LineStatements S;
  readStatements("5:9,3", 5, S);
  readStatements("5:3,20 6:1", 5, S);
  EXPECT_EQ(S.Columns, (std::vector<unsigned>{3, 9, 20}));
  readStatements("5<2:1", 5, S);
  readStatements("5<4:7", 5, S);
  readStatements("5<3:2", 5, S);
  EXPECT_EQ(S.AroundLine, 4u);
}

TEST(LineStatements, AreDescribedInWords) {
  EXPECT_EQ(read("2:3", 2).inWords(), "");
  EXPECT_EQ(read("2:3,8", 2).inWords(),
            "; its 2 statements begin at columns 3 and 8");
  EXPECT_EQ(read("2:3,8,20", 2).inWords(),
            "; its 3 statements begin at columns 3, 8 and 20");
}

TEST(LineStatements, NonsenseIsNothing) {
  for (const char *Value : {"", "2", "2:", "2:x", "2<", "2<x:y", "2<3", ":3",
                            "2;3", "99999999999999:1"}) {
    LineStatements S = read(Value, 2);
    EXPECT_TRUE(S.Columns.empty()) << Value;
    EXPECT_EQ(S.AroundLine, 0u) << Value;
  }
}
