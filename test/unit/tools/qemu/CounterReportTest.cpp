// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/qemu/CounterReport.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <unistd.h>

using namespace udpc::qemu;

TEST(CounterWidth, WrapsAndKeepsTheCount) {
  for (unsigned Bits : {1u, 2u, 8u, 32u, 63u}) {
    CounterWidth W(Bits);
    __int128 Modulus = __int128(1) << Bits;
    for (int64_t Total :
         {int64_t(0), int64_t(1), int64_t(-1), int64_t(255), int64_t(256),
          int64_t(-256), int64_t(-257), INT64_MAX, INT64_MIN}) {
      EXPECT_GE(W.value(Total), 0);
      EXPECT_LT(W.value(Total), Modulus);
      EXPECT_TRUE(W.value(Total) + W.overflows(Total) * Modulus == Total)
          << Bits << " " << Total;
    }
  }
}

TEST(CounterWidth, OverflowsAtBothEnds) {
  CounterWidth W(8);
  EXPECT_FALSE(W.overflowed(255, 1));
  EXPECT_TRUE(W.overflowed(256, 1));
  EXPECT_FALSE(W.overflowed(257, 1));
  EXPECT_TRUE(W.overflowed(512, 1));
  EXPECT_TRUE(W.overflowed(255, -1));
  EXPECT_FALSE(W.overflowed(256, -1));
  EXPECT_FALSE(W.overflowed(0, -1));
  EXPECT_TRUE(W.overflowed(-1, -1));
  EXPECT_TRUE(W.overflowed(0, 1));
  EXPECT_EQ(W.overflows(-1), -1);
  EXPECT_EQ(W.value(-1), 255);
}

TEST(CounterWidth, SixtyFourBitsAreSigned) {
  CounterWidth W(64);
  EXPECT_EQ(W.value(-5), -5);
  EXPECT_EQ(W.overflows(-5), 0);
  EXPECT_FALSE(W.overflowed(0, 1));
  EXPECT_FALSE(W.overflowed(-1, -1));
}

namespace {
struct CounterReportTest : testing::Test {
  std::unique_ptr<Counters> C{new Counters()};

  void add(unsigned Core, unsigned Counter, int Times) {
    C->Seen[Counter] = true;
    for (int I = 0; I != abs(Times); ++I)
      C->add(Core, Counter, Times < 0 ? -1 : 1);
  }
  std::string text(unsigned Width, bool PerThread) {
    std::string Text;
    auto Append = [](void *Context, const char *Piece, size_t Size) {
      static_cast<std::string *>(Context)->append(Piece, Size);
      return true;
    };
    printReport(*C, {"x86_64", CounterWidth(Width), PerThread}, Append, &Text);
    return Text;
  }
};
} // namespace

TEST_F(CounterReportTest, HasNoCountersForNothing) {
  EXPECT_EQ(
      text(64, true),
      "{\"version\":1,\"target\":\"x86_64\",\"width\":64,\"counters\":[\n]}\n");
}

TEST_F(CounterReportTest, HasSeenCountersInOrder) {
  C->noteCore(0);
  C->noteCore(2);
  C->noteCore(1);
  add(2, 200, 3);
  add(0, 200, -5);
  add(0, 7, 0);
  EXPECT_EQ(
      text(64, true),
      "{\"version\":1,\"target\":\"x86_64\",\"width\":64,\"counters\":[\n"
      "{\"counter\":7,\"count\":0,\"value\":0,\"overflows\":0,\"threads\":[]},"
      "\n"
      "{\"counter\":200,\"count\":-2,\"value\":-2,\"overflows\":0,\"threads\":["
      "{\"thread\":0,\"count\":-5,\"value\":-5,\"overflows\":0},"
      "{\"thread\":2,\"count\":3,\"value\":3,\"overflows\":0}]}\n]}\n");
}

TEST_F(CounterReportTest, RegistersOfCoresAddUp) {
  C->noteCore(1);
  add(0, 1, 20);
  add(1, 1, -1);
  EXPECT_EQ(text(4, false),
            "{\"version\":1,\"target\":\"x86_64\",\"width\":4,\"counters\":[\n"
            "{\"counter\":1,\"count\":19,\"value\":19,\"overflows\":0}\n]}\n");
  // Beyond 64 bits: twice 2^63 - 1, and no overflow is lost.
  add(0, 2, -1);
  add(1, 2, -1);
  EXPECT_NE(text(63, false).find("\"count\":-2,\"value\":18446744073709551614,"
                                 "\"overflows\":-2}"),
            std::string::npos);
}

TEST_F(CounterReportTest, CoresBeyondTheLastShareARow) {
  C->noteCore(MaxCores + 5);
  EXPECT_EQ(C->NumCores, MaxCores);
  add(MaxCores - 1, 1, 1);
  add(MaxCores, 1, 2);
  add(MaxCores + 5, 1, 3);
  EXPECT_NE(text(64, true).find(
                "\"count\":6,\"value\":6,\"overflows\":0,\"threads\":["
                "{\"thread\":1023,\"count\":1,\"value\":1,\"overflows\":0},"
                "{\"thread\":\"others\",\"count\":5,"),
            std::string::npos);
}

TEST_F(CounterReportTest, CountsChangeTheFingerprint) {
  EXPECT_FALSE(hasCounts(*C));
  uint64_t None = fingerprint(*C);
  add(MaxCores, 9, 1);
  EXPECT_TRUE(hasCounts(*C));
  EXPECT_NE(fingerprint(*C), None);
}

TEST(CounterReportOffsets, AreListed) {
  OffsetList Offsets;
  ASSERT_EQ(Offsets.parse("a\"b+0x10;c+0x2"), "");
  size_t Size = sizeof(Counters) + 2 * sizeof(std::atomic<uint64_t>);
  void *Memory = aligned_alloc(alignof(Counters),
                               (Size + alignof(Counters) - 1) /
                                   alignof(Counters) * alignof(Counters));
  memset(Memory, 0, Size);
  auto *C = static_cast<Counters *>(Memory);
  C->NumOffsets = 2;
  EXPECT_FALSE(hasCounts(*C));
  uint64_t None = fingerprint(*C);
  C->offsetCounts()[1] = uint64_t(1) << 63;
  EXPECT_TRUE(hasCounts(*C));
  EXPECT_NE(fingerprint(*C), None);
  std::string Text;
  auto Append = [](void *Context, const char *Piece, size_t Size) {
    static_cast<std::string *>(Context)->append(Piece, Size);
    return true;
  };
  printReport(*C, {"x86_64", CounterWidth(64), true, &Offsets}, Append, &Text);
  EXPECT_EQ(Text, "{\"version\":1,\"target\":\"x86_64\",\"width\":64,"
                  "\"counters\":[\n],\"offsets\":[\n"
                  "{\"module\":\"a\\u0022b\",\"offset\":\"0x10\",\"count\":0}"
                  ",\n{\"module\":\"c\",\"offset\":\"0x2\","
                  "\"count\":9223372036854775808}\n]}\n");
  free(Memory);
}

static std::string name(const std::string &Pattern, bool Forked) {
  OutputName Name;
  return expandOutputName(Pattern.c_str(), 42, Forked, Name) ? Name.Path
                                                             : "too long";
}

TEST(UnitOutputName, ExpandsPatterns) {
  EXPECT_EQ(name("u.%p.json", false), "u.42.json");
  EXPECT_EQ(name("u.%p.%p", true), "u.42.42");
  EXPECT_EQ(name("u.json", false), "u.json");
  EXPECT_EQ(name("u.json", true), "u.json.42");
  EXPECT_EQ(name("100%%p%x%", false), "100%p%x%");
  EXPECT_EQ(name(std::string(PATH_MAX, 'x'), false), "too long");
  EXPECT_EQ(name(std::string(PATH_MAX - 1, 'x'), false),
            std::string(PATH_MAX - 1, 'x'));
  EXPECT_EQ(name(std::string(PATH_MAX - 3, 'x'), true), "too long");
}

TEST_F(CounterReportTest, FileTakesItsPlaceAtOnce) {
  std::string Folder = testing::TempDir() + "udpc-unit-XXXXXX";
  ASSERT_TRUE(mkdtemp(Folder.data()));
  OutputName Name;
  ASSERT_TRUE(expandOutputName((Folder + "/u").c_str(), 1, false, Name));
  ReportStyle Style{"riscv64", CounterWidth(64), true};
  EXPECT_EQ(writeReport(*C, Style, Name, 1), 0);
  EXPECT_EQ(access(Name.Path, R_OK), 0);
  EXPECT_NE(access((Folder + "/u.1.tmp").c_str(), F_OK), 0);
  EXPECT_EQ(prepareOutput(Name, 1), 0);
  EXPECT_NE(access(Name.Path, F_OK), 0);
  rmdir(Folder.c_str());
  EXPECT_EQ(prepareOutput(Name, 1), ENOENT);
  EXPECT_EQ(writeReport(*C, Style, Name, 1), ENOENT);
}
