//===- HintCheckTest.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "profdata/hints/HintCheck.h"
#include "TestHints.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MD5.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace udpc;

/// "verdict: reason" of the only key, \p Frames.
static std::string check(FakeBinary &Binary, std::vector<KeyFrame> Frames,
                         bool Hashes = false) {
  HintSet Hints;
  Hints.HasHashes = Hashes;
  Hints.add(MemoryOperationKey{std::move(Frames)}, {HintType::T0, 64});
  auto Found = checkHints(Hints, Binary);
  if (!Found)
    return toString(Found.takeError());
  EXPECT_EQ(Found->size(), 1u);
  const CheckedKey &K = Found->front();
  EXPECT_EQ(*K.Key, Hints.functions().begin()->second.begin()->first);
  EXPECT_EQ(K.Hints->size(), 1u);
  EXPECT_EQ(K.applies(), K.Verdict == HintVerdict::Applies ||
                             K.Verdict == HintVerdict::Prefetched);
  std::string Text = hintVerdictWord(K.Verdict).str() + ":";
  for (uint64_t Address : K.Addresses)
    Text += " " + utohexstr(Address, true);
  Text += K.Reason.empty() ? "" : " " + K.Reason;
  for (const MemoryOperationKey &Near : K.Nearest)
    Text += " [" + Near.text() + "]";
  return Text;
}

TEST(HintCheck, AppliesToOneOperation) {
  FakeBinary B;
  B.add(0x1000, {{"f", 1, 0}});
  B.add(0x1010, {{"g", 5, 0}, {"f", 1, 0}});
  EXPECT_EQ(check(B, {{"f", 1, 0}}), "applies: 1000");
  EXPECT_EQ(check(B, {{"g", 5, 0}, {"f", 1, 0}}), "applies: 1010");
  std::string F = std::to_string(MD5Hash("f")),
              G = std::to_string(MD5Hash("g"));
  EXPECT_EQ(check(B, {{G, 5, 0}, {F, 1, 0}}, true), "applies: 1010");
}

TEST(HintCheck, SaysWhyNot) {
  FakeBinary B;
  B.add(0x1000, {{"f", 1, 0}});
  B.add(0x1004, {{"f", 1, 0}});
  B.add(0x1008, {{"f", 2, 0}}).NotPrefetchable = "its index is a vector";
  B.add(0x100c, {});
  EXPECT_EQ(check(B, {{"h", 1, 0}}),
            "no-function: no function of that name has memory operations with "
            "debug lines");
  EXPECT_EQ(check(B, {{"f", 1, 0}}),
            "several: 1000 1004 2 operations have this key");
  EXPECT_EQ(check(B, {{"f", 2, 0}}),
            "not-prefetchable: 1008 no prefetch can be made of 'mov': its "
            "index is a vector");
}

TEST(HintCheck, ListsTheNearest) {
  FakeBinary B;
  B.add(0x1000, {{"f", 1, 0}});
  B.add(0x1010, {{"f", 7, 4}});
  B.add(0x1020, {{"f", 7, 8}});
  B.add(0x1030, {{"f", 9, 0}});
  B.add(0x1040, {{"f", 7, 0}, {"g", 3, 0}});
  B.add(0x1050, {{"f", 7, 0}, {"g", 30, 0}});
  EXPECT_EQ(check(B, {{"f", 7, 6}}), "no-operation: no operation has this key "
                                     "[f:7.4] [f:7.8] [f:7 @ g:3]");
  EXPECT_EQ(check(B, {{"f", 7, 0}, {"g", 4, 0}}),
            "no-operation: no operation has this key "
            "[f:7 @ g:3] [f:7 @ g:30] [f:7.4]");
}

TEST(HintCheck, SeesPrefetchesInFront) {
  FakeBinary B;
  B.other(0x1000, AddressLookup::Prefetch, "prefetchnta (%rax)");
  for (uint64_t Inside = 1; Inside != 4; ++Inside)
    B.other(0x1000 + Inside, AddressLookup::InsideInstruction, "");
  B.other(0x1004, AddressLookup::Prefetch, "prefetcht0 8(%rax)");
  B.add(0x1005, {{"f", 1, 0}});
  B.add(0x1009, {{"f", 2, 0}});
  EXPECT_EQ(check(B, {{"f", 1, 0}}),
            "prefetched: 1005 already there: 'prefetchnta (%rax)', "
            "'prefetcht0 8(%rax)'");
  // Those of the operation before are none of its own.
  EXPECT_EQ(check(B, {{"f", 2, 0}}), "applies: 1009");
}

TEST(HintCheck, KeepsTheOrderOfKeys) {
  FakeBinary B;
  HintSet Hints = someHints();
  auto Found = checkHints(Hints, B);
  ASSERT_TRUE(bool(Found)) << toString(Found.takeError());
  std::vector<std::string> Keys;
  for (const CheckedKey &K : *Found)
    Keys.push_back(K.Key->text());
  EXPECT_EQ(join(Keys, " | "), "caller:2.1 @ _Z4stepi:65535 @ sum:3.1 | "
                               "sum:2.2 | sum:3");
}
