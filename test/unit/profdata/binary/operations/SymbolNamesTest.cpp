//===- SymbolNamesTest.cpp ----------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/operations/SymbolNames.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

TEST(FunctionNames, LoseWhatTheCompilerAppended) {
  EXPECT_EQ(compilersName("_Z1fi"), "_Z1fi");
  EXPECT_EQ(compilersName("_ZL1fi.llvm.1234"), "_ZL1fi");
  EXPECT_EQ(compilersName("f.part.0"), "f");
  EXPECT_EQ(compilersName("f.cold"), "f");
  EXPECT_EQ(compilersName("f.llvm.1234.cold"), "f");
  EXPECT_EQ(compilersName("f.__part.12"), "f");
  EXPECT_EQ(compilersName("f.__part."), "f.__part.");
  EXPECT_EQ(compilersName("f.__part.x"), "f.__part.x");
  // A copy of a function is another one.
  EXPECT_EQ(compilersName("f.specialized.1"), "f.specialized.1");
  EXPECT_EQ(compilersName(""), "");
}

TEST(FunctionNames, TheCompilersSymbolIsChosen) {
  FunctionSymbol C1{0, 4, "_ZN1AC1Ev"}, C2{0, 4, "_ZN1AC2Ev"},
      Promoted{0, 4, "f.llvm.7"};
  EXPECT_EQ(chooseSymbol("_ZN1AC2Ev", {C1, C2}), "_ZN1AC2Ev");
  EXPECT_EQ(chooseSymbol("f", {C1, Promoted}), "f.llvm.7");
  EXPECT_EQ(chooseSymbol("other", {C1, C2}), "_ZN1AC1Ev");
  EXPECT_EQ(chooseSymbol("", {C1, C2}), "_ZN1AC1Ev");
  EXPECT_EQ(chooseSymbol("f", {}), "");
}
