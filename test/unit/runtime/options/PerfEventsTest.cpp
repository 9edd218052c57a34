//===- PerfEventsTest.cpp -------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/options/PerfEvents.h"
#include "gtest/gtest.h"
#include <errno.h>
#include <string>
#include <vector>

using namespace udpc::rt;

static PerfEvent eventOf(const char *Name) {
  PerfEvent E;
  EXPECT_TRUE(readPerfEvent(Name, E));
  return E;
}

TEST(PerfEvents, ReadsLists) {
  const char *List = "page-faults,cycles:u,r1c2,LLC-load-misses";
  PerfEvent E;
  ASSERT_TRUE(readPerfEvent(List, E));
  EXPECT_STREQ(E.Name, "page-faults");
  EXPECT_EQ(E.Type, unsigned(PERF_TYPE_SOFTWARE));
  EXPECT_EQ(E.Config, unsigned(PERF_COUNT_SW_PAGE_FAULTS));
  EXPECT_FALSE(E.UserOnly);
  ASSERT_TRUE(readPerfEvent(List, E));
  EXPECT_STREQ(E.Name, "cycles:u");
  EXPECT_TRUE(E.UserOnly);
  EXPECT_EQ(E.Type, unsigned(PERF_TYPE_HARDWARE));
  ASSERT_TRUE(readPerfEvent(List, E));
  EXPECT_EQ(E.Type, unsigned(PERF_TYPE_RAW));
  EXPECT_EQ(E.Config, 0x1c2u);
  ASSERT_TRUE(readPerfEvent(List, E));
  EXPECT_EQ(E.Config, 0x10002u);
  EXPECT_STREQ(List, "");
}

TEST(PerfEvents, RejectsOthers) {
  for (const char *Wrong :
       {"", "cycle", "cyclesx", ":u", "r", "rx", "r12345678123456781",
        "context-switches:u", "a-name-that-is-longer-than-any-event-has"}) {
    PerfEvent E;
    const char *List = Wrong;
    EXPECT_FALSE(readPerfEvent(List, E)) << Wrong;
    EXPECT_STREQ(List, "");
  }
  PerfEvent E;
  const char *List = "foo,cycles";
  EXPECT_FALSE(readPerfEvent(List, E));
  EXPECT_STREQ(E.Name, "foo");
  EXPECT_STREQ(List, "cycles") << "the others can be read";
}

namespace {
/// Answers with the next of its results.
struct FakeKernel {
  std::vector<long> Results;
  std::vector<perf_event_attr> Asked;

  static long open(void *Data, const perf_event_attr &A) {
    auto &K = *static_cast<FakeKernel *>(Data);
    K.Asked.push_back(A);
    return K.Results[K.Asked.size() - 1];
  }
};
} // namespace

TEST(PerfEvents, AsksForTheKernelToo) {
  FakeKernel K{{7}, {}};
  PerfEvent E = eventOf("cycles");
  EXPECT_EQ(openPerfEvent(E, true, FakeKernel::open, &K), 7);
  EXPECT_STREQ(E.Name, "cycles");
  EXPECT_EQ(K.Asked[0].exclude_kernel, 0u);
  EXPECT_EQ(K.Asked[0].inherit, 1u);
  EXPECT_EQ(K.Asked[0].inherit_thread, 1u) << "not child processes";
}

TEST(PerfEvents, CountsInUserSpaceOnlyIfItMust) {
  FakeKernel K{{-EACCES, 8}, {}};
  PerfEvent E = eventOf("cycles");
  EXPECT_EQ(openPerfEvent(E, false, FakeKernel::open, &K), 8);
  EXPECT_STREQ(E.Name, "cycles:u") << "its name tells";
  EXPECT_EQ(K.Asked[1].exclude_kernel, 1u);

  K = {{-EACCES, -EACCES}, {}};
  E = eventOf("cycles");
  EXPECT_EQ(openPerfEvent(E, false, FakeKernel::open, &K), -EACCES);
  EXPECT_STREQ(E.Name, "cycles");

  K = {{-EACCES, -ENOENT}, {}};
  EXPECT_EQ(openPerfEvent(E, false, FakeKernel::open, &K), -ENOENT)
      << "the right alone would not help";

  K = {{-EACCES}, {}};
  E = eventOf("context-switches");
  EXPECT_EQ(openPerfEvent(E, false, FakeKernel::open, &K), -EACCES)
      << "it would be 0";

  K = {{-ENOENT}, {}};
  E = eventOf("cycles");
  EXPECT_EQ(openPerfEvent(E, false, FakeKernel::open, &K), -ENOENT);
}

TEST(PerfEvents, ScalesWhatWasCountedInAPartOfTheTime) {
  EXPECT_EQ(scaledCount({100, 50, 50}), 100u);
  EXPECT_EQ(scaledCount({100, 50, 0}), 100u);
  EXPECT_EQ(scaledCount({100, 60, 20}), 300u);
  EXPECT_EQ(scaledCount({uint64_t(1) << 62, 1000, 500}), uint64_t(1) << 63);
  EXPECT_EQ(scaledCount({uint64_t(1) << 63, 1000, 10}), UINT64_MAX);
}

TEST(PerfEvents, SaysWhy) {
  auto Reason = [](int Error, int Paranoid) {
    char Text[128];
    TextBuffer Out(Text, sizeof(Text));
    addPerfReason(Out, Error, Paranoid);
    return std::string(Text);
  };
  EXPECT_EQ(Reason(EACCES, 3), "not allowed: kernel.perf_event_paranoid is 3");
  EXPECT_EQ(Reason(EACCES, -1),
            "not allowed: kernel.perf_event_paranoid is -1");
  EXPECT_EQ(Reason(EACCES, -2), "not allowed");
  EXPECT_EQ(Reason(ENOENT, 2),
            "no such counter here: most virtual machines have no PMU");
  EXPECT_EQ(Reason(EIO, 2), "error 5");
}
