// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/qemu/OverflowLog.h"
#include "gtest/gtest.h"
#include <memory>
#include <string>

using namespace udpc::qemu;

static std::string line(const Counters &C, unsigned Width,
                        const LoggedEvent &What) {
  std::string Text;
  auto Append = [](void *Context, const char *Piece, size_t Size) {
    static_cast<std::string *>(Context)->append(Piece, Size);
    return true;
  };
  printOverflow(C, CounterWidth(Width), What, 42, Append, &Text);
  return Text;
}

TEST(OverflowLog, HasTheThreadsRegisters) {
  std::unique_ptr<Counters> C(new Counters());
  C->Seen[3] = C->Seen[7] = true;
  C->Start[3] = 250;
  for (int I = 0; I != 8; ++I)
    C->add(1, 3, 1);
  C->add(0, 7, 1);
  C->add(1, 7, -1);
  EXPECT_EQ(line(*C, 8, {"overflow", 3, 1, 0x40168d, 99}),
            "{\"cause\":\"overflow\",\"counter\":3,\"process\":42,"
            "\"thread\":1,\"pc\":\"0x40168d\",\"time_ns\":99,"
            "\"values\":{\"3\":2,\"7\":255}}\n");
}

TEST(OverflowLog, HasRoomForAllRegisters) {
  std::unique_ptr<Counters> C(new Counters());
  for (unsigned I = 0; I != NumCounters; ++I) {
    C->Seen[I] = true;
    C->Start[I] = INT64_MIN;
  }
  std::string Text = line(*C, 64, {"every", 255, MaxCores, ~0ull, ~0ull});
  EXPECT_NE(Text.find("\"255\":-9223372036854775808}}\n"), std::string::npos);
}

TEST(Counters, ElapsesEachPeriod) {
  std::unique_ptr<Counters> C(new Counters());
  for (unsigned Core : {0u, MaxCores}) {
    int Times = 0;
    for (int I = 0; I != 1000; ++I)
      Times += C->elapse(Core, 1, 1, 7);
    EXPECT_EQ(Times, 1000 / 7);
  }
  // Increments and decrements that cancel out do not elapse.
  int Times = 0;
  for (int I = 0; I != 100; ++I)
    Times += C->elapse(2, 1, I % 2 ? -1 : 1, 3);
  EXPECT_EQ(Times, 0);
}

TEST(Counters, WritesAndResets) {
  std::unique_ptr<Counters> C(new Counters());
  C->Start[5] = 10;
  C->add(0, 5, 1);
  EXPECT_EQ(C->registerOf(0, 5), 11);
  C->reset(0, 5);
  EXPECT_EQ(C->registerOf(0, 5), 10);
  C->add(0, 5, -1);
  EXPECT_EQ(C->registerOf(0, 5), 9);
  EXPECT_EQ(C->Cores[0].Totals[5], 0);
  C->Start[6] = INT64_MAX;
  C->add(0, 6, 1);
  EXPECT_EQ(C->registerOf(0, 6), INT64_MIN);
}
