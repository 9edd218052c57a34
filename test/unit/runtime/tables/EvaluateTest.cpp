// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/tables/Evaluate.h"
#include "profdata/tables/SiteTable.h"
#include "gtest/gtest.h"

using namespace udpc;
using namespace udpc::rt;

static udpc::abi::SiteRec site(uint32_t Event, udpc::abi::SiteCommand Command) {
  udpc::abi::SiteRec S = {};
  S.Event = Event;
  S.Command = static_cast<uint8_t>(Command);
  return S;
}

static std::vector<uint8_t> makeTable() {
  SiteTableBuilder T;
  T.setNumSlots(3);
  T.addEvent("lines", -1);
  T.addEvent("balance", -1);
  T.addEvent("nothing", -1);
  T.addDerived(0, 1, false);                    // 3: slot 0 + slot 1
  T.addDerived(3, 2, true);                     // 4: that - slot 2
  T.addDerived(udpc::abi::ZeroValue, 4, false); // 5: the same
  // Two copies of one region, and another that is counted once.
  T.addSite(site(0, udpc::abi::SiteCommand::Inc),
            {{0, 1, 1, 2, 2}, {2, 3, 3, 4, 4}, {1, 1, 1, 2, 2}});
  T.addSite(site(1, udpc::abi::SiteCommand::Inc), {{0, 0, 0, 0, 0}});
  T.addSite(site(1, udpc::abi::SiteCommand::Dec), {{5, 0, 0, 0, 0}});
  T.addSite(site(1, udpc::abi::SiteCommand::Inc),
            {{udpc::abi::ZeroValue, 0, 0, 0, 0}});
  return T.finish();
}

TEST(Evaluate, ComputesEvents) {
  std::vector<uint8_t> Bytes = makeTable();
  TableView View;
  ASSERT_TRUE(viewTable(Bytes.data(), Bytes.size(), View));
  EXPECT_STREQ(View.eventName(1), "balance");
  EXPECT_EQ(View.numValues(), 6u);
  EXPECT_TRUE(hasSite(View, 1));
  EXPECT_FALSE(hasSite(View, 2));

  uint64_t Values[6] = {10, 20, 5};
  computeDerived(View, Values);
  EXPECT_EQ(Values[3], 30u);
  EXPECT_EQ(Values[4], 25u);
  EXPECT_EQ(Values[5], 25u);
  EXPECT_EQ(eventValue(View, 0, Values), 30);
  EXPECT_EQ(eventValue(View, 1, Values), 10 - 25);
  EXPECT_EQ(eventValue(View, 2, Values), 0);

  uint64_t Other[6] = {1, 2, 50};
  computeDerived(View, Other);
  EXPECT_EQ(eventValue(View, 0, Other), 50);

  // Values that do not fit saturate; negative values are not read as large
  // ones.
  uint64_t Large[6] = {INT64_MAX, INT64_MAX, 5};
  computeDerived(View, Large);
  EXPECT_EQ(eventValue(View, 0, Large), INT64_MAX);
  uint64_t Negative[6] = {5, 0, -uint64_t(3)};
  computeDerived(View, Negative);
  EXPECT_EQ(eventValue(View, 0, Negative), 5);
  // No line is executed less than 0 times.
  uint64_t Difference[6] = {0, 0, 4};
  computeDerived(View, Difference);
  EXPECT_EQ(eventValue(View, 1, Difference), 0);
}

TEST(Evaluate, AmountsOfMarksMayBeNegative) {
  SiteTableBuilder T;
  T.setNumSlots(1);
  T.addEvent("bytes", -1);
  udpc::abi::SiteRec Mark = site(0, udpc::abi::SiteCommand::Inc);
  Mark.Kind = static_cast<uint8_t>(udpc::abi::SiteKind::Mark);
  T.addSite(Mark, {{0, 0, 0, 0, 0}});
  std::vector<uint8_t> Bytes = T.finish();
  TableView View;
  ASSERT_TRUE(viewTable(Bytes.data(), Bytes.size(), View));
  uint64_t Values[1] = {-uint64_t(7)};
  EXPECT_EQ(eventValue(View, 0, Values), -7);
}

TEST(Evaluate, RefusesWhatIsNoTable) {
  std::vector<uint8_t> Bytes = makeTable();
  TableView View;
  EXPECT_FALSE(viewTable(nullptr, 0, View));
  EXPECT_FALSE(viewTable(Bytes.data(), Bytes.size() - 8, View));
  auto *Header = reinterpret_cast<udpc::abi::TableHeader *>(Bytes.data());
  for (uint32_t udpc::abi::TableHeader::*Field :
       {&udpc::abi::TableHeader::Magic, &udpc::abi::TableHeader::Version,
        &udpc::abi::TableHeader::NumSites,
        &udpc::abi::TableHeader::StringsSize}) {
    uint32_t Old = Header->*Field;
    Header->*Field = Old + 1000;
    EXPECT_FALSE(viewTable(Bytes.data(), Bytes.size(), View));
    Header->*Field = Old;
  }
  EXPECT_TRUE(viewTable(Bytes.data(), Bytes.size(), View));
}
