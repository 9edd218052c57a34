// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/tables/CostView.h"
#include "profdata/cache/CostTable.h"
#include "gtest/gtest.h"

using namespace udpc;
using namespace udpc::rt;

namespace {

class CostViewTest : public ::testing::Test {
protected:
  CostTableBuilder T;
  std::vector<uint8_t> Bytes;
  CostView View = {};

  void SetUp() override {
    uint32_t Main = T.addString("main"), F = T.addString("f(int)");
    T.NumSlots = 2;
    T.Derived = {{0, 1, 1}, {2, 0, 0}, {udpc::abi::ZeroValue, 1, 1}};
    T.Functions = {{Main, Main, 0, 0, 0, 3}, {F, F, 0, 0, 3, 1}};
    uint32_t File = T.addString("a.c");
    T.Lines = {{0, File, 1}, {0, File, 7}, {1, File, 2}};
    T.Blocks = {{0, 0, udpc::abi::NoIndex, 0, 2, 0},
                {0, 2, udpc::abi::NoIndex, 2, 1, 0},
                {0, udpc::abi::ZeroValue, udpc::abi::NoIndex, 3, 1, 0},
                {1, 3, udpc::abi::NoIndex, 4, 1, 0}};
    T.Costs = {{udpc::abi::NoIndex, 0, 10, 2, 1, 0, 0},
               {udpc::abi::NoIndex, 1, 5, 0, 0, 0, 0},
               {udpc::abi::NoIndex, 1, 3, 1, 1, 0, 0},
               {udpc::abi::NoIndex, 0, 100, 100, 100, 0, 0},
               {udpc::abi::NoIndex, 2, 65535, 0, 0, 0, 0}};
    for (uint8_t Kind = 0; Kind != 3; ++Kind) {
      udpc::abi::OperationRec O = {};
      O.Line = Kind;
      O.Kind = Kind;
      T.Operations.push_back(O);
    }
  }

  bool view() {
    Bytes = T.finish();
    return viewCosts(Bytes.data(), Bytes.size(), View);
  }
  bool check() { return view() && checkCosts(View); }
};

} // namespace

TEST_F(CostViewTest, ComputesLines) {
  ASSERT_TRUE(check());
  EXPECT_EQ(View.numValues(), 5u);
  EXPECT_STREQ(View.file(View.Lines[2]), "a.c");
  EXPECT_STREQ(View.function(View.Lines[2]), "f(int)");

  uint64_t Values[5] = {7, 4};
  computeValues(View, Values);
  EXPECT_EQ(Values[2], 3u);
  EXPECT_EQ(Values[3], 10u);
  LineCosts Lines[3] = {};
  addBlocks(View, Values, Lines);
  EXPECT_EQ(Lines[0].Counts[udpc::abi::EventIr], 70u);
  EXPECT_EQ(Lines[0].Counts[udpc::abi::EventDr], 14u);
  EXPECT_EQ(Lines[0].Counts[udpc::abi::EventDw], 7u);
  EXPECT_EQ(Lines[1].Counts[udpc::abi::EventIr], 7u * 5 + 3 * 3);
  EXPECT_EQ(Lines[1].Counts[udpc::abi::EventDr], 3u);
  EXPECT_EQ(Lines[2].Counts[udpc::abi::EventIr], 655350u);
  EXPECT_EQ(Lines[2].Counts[udpc::abi::EventI1mr], 0u);
}

TEST_F(CostViewTest, NegativeDifferencesAreZero) {
  ASSERT_TRUE(view());
  uint64_t Values[5] = {3, 8};
  computeValues(View, Values);
  EXPECT_EQ(Values[2], 0u); // 3 - 8
  EXPECT_EQ(Values[3], 0u); // 3 - 8 + 3
  EXPECT_EQ(Values[4], 0u); // 0 - 8
}

TEST_F(CostViewTest, MissesGoByKind) {
  ASSERT_TRUE(view());
  LineCosts Lines[3] = {};
  for (uint32_t I = 0; I != 3; ++I) {
    udpc::abi::OperationCountRec Rec = {};
    Rec.Operation = I;
    Rec.D1Misses = 10 + I;
    Rec.LLMisses = I;
    EXPECT_TRUE(addOperation(View, Rec, Lines));
  }
  EXPECT_EQ(Lines[0].Counts[udpc::abi::EventD1mr], 10u); // Load
  EXPECT_EQ(Lines[0].Counts[udpc::abi::EventD1mw], 0u);
  EXPECT_EQ(Lines[1].Counts[udpc::abi::EventD1mw], 11u); // Store
  EXPECT_EQ(Lines[1].Counts[udpc::abi::EventDLmw], 1u);
  EXPECT_EQ(Lines[1].Counts[udpc::abi::EventD1mr], 0u);
  EXPECT_EQ(Lines[2].Counts[udpc::abi::EventD1mr], 12u); // Modify
  EXPECT_EQ(Lines[2].Counts[udpc::abi::EventDLmr], 2u);
  EXPECT_EQ(Lines[2].Counts[udpc::abi::EventD1mw], 0u);

  udpc::abi::LineCountRec Line = {0, 2, {1, 2, 3, 4, 5, 6, 7, 8, 9}};
  EXPECT_TRUE(addLine(View, Line, Lines));
  EXPECT_EQ(Lines[2].Counts[udpc::abi::EventIr], 1u);
  EXPECT_EQ(Lines[2].Counts[udpc::abi::EventD1mr], 12u + 5);
  EXPECT_EQ(Lines[2].Counts[udpc::abi::EventDLmw], 9u);

  udpc::abi::OperationCountRec Foreign = {};
  Foreign.Operation = 3;
  EXPECT_FALSE(addOperation(View, Foreign, Lines));
  Line.Line = 3;
  EXPECT_FALSE(addLine(View, Line, Lines));
}

TEST_F(CostViewTest, FindsThePackedCopy) {
  ASSERT_TRUE(view());
  EXPECT_EQ(View.stored(), View.Header);
  std::vector<uint8_t> Both = T.finishWithPackedCopy();
  ASSERT_GT(Both.size(), Bytes.size());
  ASSERT_TRUE(viewCosts(Both.data(), Both.size(), View));
  EXPECT_TRUE(checkCosts(View));
  EXPECT_EQ(View.Size, Both.size());
  auto *Stored = reinterpret_cast<const uint8_t *>(View.stored());
  EXPECT_EQ(Stored, Both.data() + Bytes.size());
  uint64_t Size = Both.size() - Bytes.size();
  EXPECT_EQ(View.stored()->TotalSize, Size);
  EXPECT_TRUE(isPackedCosts(Stored, Size));
  EXPECT_FALSE(isPackedCosts(Stored, Size - 8));
  EXPECT_FALSE(isPackedCosts(Both.data(), Both.size()));
  // A copy that is announced and missing, or cut off, or not announced.
  EXPECT_FALSE(viewCosts(Both.data(), Bytes.size(), View));
  EXPECT_FALSE(viewCosts(Both.data(), Both.size() - 8, View));
  reinterpret_cast<udpc::abi::CostHeader *>(Both.data())->Flags = 0;
  EXPECT_FALSE(viewCosts(Both.data(), Both.size(), View));
}

TEST_F(CostViewTest, RefusesWhatIsNoTable) {
  ASSERT_TRUE(view());
  EXPECT_FALSE(viewCosts(nullptr, 0, View));
  EXPECT_FALSE(viewCosts(Bytes.data(), 8, View));
  EXPECT_FALSE(viewCosts(Bytes.data(), Bytes.size() - 8, View));
  auto *Header = reinterpret_cast<udpc::abi::CostHeader *>(Bytes.data());
  for (uint32_t udpc::abi::CostHeader::*Field :
       {&udpc::abi::CostHeader::Magic, &udpc::abi::CostHeader::Version,
        &udpc::abi::CostHeader::NumDerived,
        &udpc::abi::CostHeader::NumOperations,
        &udpc::abi::CostHeader::StringsSize}) {
    uint32_t Old = Header->*Field;
    Header->*Field = Old + 1000;
    EXPECT_FALSE(viewCosts(Bytes.data(), Bytes.size(), View));
    Header->*Field = Old;
  }
  EXPECT_TRUE(viewCosts(Bytes.data(), Bytes.size(), View));
  // The last string does not end.
  Header->StringsSize -= 1;
  EXPECT_FALSE(viewCosts(Bytes.data(), Bytes.size(), View));
  Header->StringsSize = 0;
  EXPECT_FALSE(viewCosts(Bytes.data(), Bytes.size(), View));
}

TEST_F(CostViewTest, ChecksWhatRecordsReferTo) {
  EXPECT_TRUE(check());
  auto Damaged = [&](uint32_t &Field, uint32_t Value) {
    uint32_t Old = Field;
    Field = Value;
    bool Refused = view() && !checkCosts(View);
    Field = Old;
    return Refused;
  };
  EXPECT_TRUE(Damaged(T.Derived[1].Left, 3)); // Its own.
  EXPECT_TRUE(Damaged(T.Derived[0].Right, 2));
  EXPECT_TRUE(Damaged(T.Functions[1].Name, 1000));
  EXPECT_TRUE(Damaged(T.Lines[0].File, 1000));
  EXPECT_TRUE(Damaged(T.Lines[2].Function, 2));
  EXPECT_TRUE(Damaged(T.Blocks[3].Value, 5));
  EXPECT_TRUE(Damaged(T.Blocks[3].FirstCost, 5));
  EXPECT_TRUE(Damaged(T.Blocks[0].NumCosts, ~0u));
  EXPECT_TRUE(Damaged(T.Costs[4].Line, 3));
  EXPECT_TRUE(Damaged(T.Operations[2].Line, 3));
  EXPECT_TRUE(check());
}
