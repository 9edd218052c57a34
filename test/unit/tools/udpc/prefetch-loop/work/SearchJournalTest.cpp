//===- SearchJournalTest.cpp - Searches that go on ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/work/SearchJournal.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

using namespace llvm;
using namespace udpc;

namespace {
class SearchJournalTest : public testing::Test {
protected:
  void SetUp() override {
    SmallString<64> Path;
    ASSERT_FALSE(sys::fs::createTemporaryFile("udpc-journal", "jsonl", Path));
    File = Path.str().str();
    sys::fs::remove(File);
  }
  void TearDown() override { sys::fs::remove(File); }

  static bool opens(SearchJournal &J, StringRef Identity) {
    Expected<bool> Continues = J.open(Identity);
    EXPECT_TRUE(bool(Continues));
    return *Continues;
  }
  /// Two builds and three runs.
  void write() {
    SearchJournal J(File);
    EXPECT_FALSE(opens(J, "id"));
    EXPECT_FALSE(J.addBuild("a", 0xFEDCBA9876543210, 0.5));
    EXPECT_FALSE(J.addRun("a", 0.1 + 0.2, 0.25));
    EXPECT_FALSE(J.addBuild("b", 2, 1.5));
    EXPECT_FALSE(J.addRun("b", 3, 0.25));
    EXPECT_FALSE(J.addRun("a", 4, 0.25));
  }
  std::string File;
};
} // namespace

TEST_F(SearchJournalTest, FindsTheSame) {
  write();
  SearchJournal J(File);
  ASSERT_TRUE(opens(J, "id"));
  EXPECT_EQ(J.numKnownRuns(), 3u);
  EXPECT_EQ(J.takeBuild("a")->CodeHash, 0xFEDCBA9876543210);
  EXPECT_EQ(J.takeBuild("b")->Seconds, 1.5);
  EXPECT_FALSE(J.takeBuild("c"));
  EXPECT_EQ(J.takeRun("a"), 0.1 + 0.2);
  EXPECT_EQ(J.takeRun("b"), 3);
  EXPECT_EQ(J.secondsOfRun(), 0.25);
  // Its clock stands while entries are known.
  double Spent = J.spent();
  J.advance();
  EXPECT_EQ(J.spent(), Spent);
  EXPECT_EQ(J.takeRun("a"), 4);
  EXPECT_FALSE(J.takeRun("a"));
  EXPECT_FALSE(J.addRun("a", 5, 0.25));
  EXPECT_GE(J.spent(), Spent);

  SearchJournal Again(File);
  ASSERT_TRUE(opens(Again, "id"));
  EXPECT_EQ(Again.numKnownRuns(), 4u);
}

TEST_F(SearchJournalTest, AnotherWayEndsTheKnownPart) {
  write();
  SearchJournal J(File);
  ASSERT_TRUE(opens(J, "id"));
  EXPECT_TRUE(J.takeRun("a"));
  EXPECT_FALSE(J.takeRun("c"));
  EXPECT_FALSE(J.takeRun("b"));
}

TEST_F(SearchJournalTest, BeginsAnewForAnotherSearch) {
  write();
  SearchJournal Other(File);
  EXPECT_FALSE(opens(Other, "other"));
  EXPECT_EQ(Other.numKnownRuns(), 0u);
  EXPECT_FALSE(Other.takeBuild("a"));
  SearchJournal J(File);
  EXPECT_FALSE(opens(J, "id"));
}

TEST_F(SearchJournalTest, BeginsAnewAfterTheEnd) {
  write();
  {
    SearchJournal J(File);
    ASSERT_TRUE(opens(J, "id"));
    EXPECT_FALSE(J.end());
  }
  SearchJournal J(File);
  EXPECT_FALSE(opens(J, "id"));
}

TEST_F(SearchJournalTest, IgnoresAnIncompleteLine) {
  write();
  {
    std::error_code EC;
    raw_fd_ostream OS(File, EC, sys::fs::OF_Append);
    ASSERT_FALSE(EC);
    OS << "{\"run\":\"a\",\"val";
  }
  {
    SearchJournal J(File);
    ASSERT_TRUE(opens(J, "id"));
    EXPECT_EQ(J.numKnownRuns(), 3u);
    for (StringRef Build : {"a", "b", "a"})
      EXPECT_TRUE(J.takeRun(Build));
    EXPECT_FALSE(J.takeRun("b"));
    EXPECT_FALSE(J.addRun("b", 7, 0.25));
  }
  SearchJournal J(File);
  ASSERT_TRUE(opens(J, "id"));
  EXPECT_EQ(J.numKnownRuns(), 4u);
}

TEST_F(SearchJournalTest, OtherFilesAreNone) {
  std::error_code EC;
  {
    raw_fd_ostream OS(File, EC);
    OS << "not a journal\n[1]\n";
  }
  SearchJournal J(File);
  EXPECT_FALSE(opens(J, "id"));
}
