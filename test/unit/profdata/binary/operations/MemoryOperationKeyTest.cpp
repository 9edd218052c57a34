//===- MemoryOperationKeyTest.cpp -----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/binary/operations/MemoryOperationKey.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

TEST(MemoryOperationKey, ShortensFunctionNames) {
  EXPECT_EQ(shortFunctionName("sum"), "sum");
  EXPECT_EQ(shortFunctionName("sum.part"), "sum.part");
  EXPECT_EQ(shortFunctionName("16473111255225950749"), "16473111255225950749");
  EXPECT_EQ(shortFunctionName("_Z3sumPi"), "sum");
  EXPECT_EQ(shortFunctionName("_ZL6hiddenPi.__uniq.123"), "hidden");
  EXPECT_EQ(shortFunctionName("_ZN1AC1EPi"), "A::A");
  EXPECT_EQ(shortFunctionName("_ZN1AD2Ev"), "A::~A");
  EXPECT_EQ(shortFunctionName("_ZNSt6vectorIiSaIiEE9push_backERKi"),
            "vector::push_back");
  EXPECT_EQ(shortFunctionName("_ZN12_GLOBAL__N_11fEv"),
            "(anonymous namespace)::f");
  EXPECT_EQ(shortFunctionName("_ZN1AlsIiEERS_T_"), "A::operator<<");
  EXPECT_EQ(shortFunctionName("_ZZ4mainENKUlvE_clEv"),
            "'lambda'()::operator()");
  // No function, and no name of C++ at all.
  EXPECT_EQ(shortFunctionName("_ZTV1A"), "_ZTV1A");
  EXPECT_EQ(shortFunctionName("_Zebra"), "_Zebra");
  EXPECT_EQ(shortFunctionName(""), "");
}

TEST(MemoryOperationKey, ShowsTheEndsOfDeepStacks) {
  MemoryOperationKey Key{{{"_ZN1AC1EPi", 1, 2}}};
  EXPECT_EQ(Key.text(), "_ZN1AC1EPi:1.2");
  EXPECT_EQ(Key.shortText(), "A::A:1.2");
  Key.Frames.push_back({"g", 3, 0});
  Key.Frames.push_back({"h", 4, 0});
  EXPECT_EQ(Key.shortText(), "A::A:1.2 @ g:3 @ h:4");
  Key.Frames.push_back({"_Z1iv", 5, 6});
  EXPECT_EQ(Key.shortText(), "A::A:1.2 @ (2 more) @ i:5.6");
  EXPECT_EQ(Key.text(), "_ZN1AC1EPi:1.2 @ g:3 @ h:4 @ _Z1iv:5.6");
}
