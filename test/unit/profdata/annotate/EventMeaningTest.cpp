// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "profdata/annotate/EventMeaning.h"
#include "udpc/cache_profile.h"
#include "gtest/gtest.h"

using namespace udpc;

// Each recorded event has a meaning, in words that its user need not know.
TEST(EventMeaning, OfRecordedEvents) {
  for (const char *Event : udpc::abi::CostEventNames)
    EXPECT_NE(eventMeaning(Event), "") << Event;
  EXPECT_EQ(eventMeaning("D1mr"),
            "reads that missed the first-level data cache");
}

// So has each predefined computed event; others have none.
TEST(EventMeaning, OfComputedEvents) {
  for (const char *Event :
       {"L1m", "L2m", "LLm", "D1m", "D2m", "DLm", "Dref", "Bm", "CEst"})
    EXPECT_NE(eventMeaning(Event), "") << Event;
  EXPECT_EQ(eventMeaning("wait"), "");
  EXPECT_EQ(eventMeaning(""), "");
}
