// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "udpc/amounts.h"
#include "gtest/gtest.h"

using namespace udpc::amounts;

TEST(Amounts, ReadsDurations) {
  uint64_t N = 0;
  struct {
    const char *Text;
    uint64_t Nanoseconds;
  } Cases[] = {{"1us", 1000},         {"500ms", 500000000},
               {"10s", 10000000000},  {"5m", 300000000000},
               {"2h", 7200000000000}, {"36500d", 36500 * 86400000000000ull}};
  for (auto &C : Cases) {
    EXPECT_TRUE(parseDuration(C.Text, N)) << C.Text;
    EXPECT_EQ(N, C.Nanoseconds) << C.Text;
  }
  for (const char *Bad :
       {"", "s", "10", "0s", "-1s", "1.5s", "1 s", "1sec", "36501d",
        "99999999999999999999s", "18446744073709551616us"})
    EXPECT_FALSE(parseDuration(Bad, N)) << Bad;
}

TEST(Amounts, ReadsSizes) {
  uint64_t N = 0;
  struct {
    const char *Text;
    uint64_t Bytes;
  } Cases[] = {{"1", 1},
               {"500K", 500 << 10},
               {"16M", 16 << 20},
               {"1073741824G", 1ull << 60}};
  for (auto &C : Cases) {
    EXPECT_TRUE(parseSize(C.Text, N)) << C.Text;
    EXPECT_EQ(N, C.Bytes) << C.Text;
  }
  for (const char *Bad : {"", "0", "K", "1k", "1KB", "1073741825G"})
    EXPECT_FALSE(parseSize(Bad, N)) << Bad;
}
