// The runtime writes Cachegrind's format, the tools export it from cache
// profiles: both must compute the same numbers for any table and any counts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "udpc/values.h"
#include "profdata/cache/CacheProfile.h"
#include "profdata/tables/SiteTable.h"
#include "runtime/tables/CostView.h"
#include "runtime/tables/Evaluate.h"
#include "gtest/gtest.h"
#include <random>

using namespace udpc;

namespace {

constexpr uint64_t Most = INT64_MAX;
constexpr uint32_t Zero = udpc::abi::ZeroValue;

/// Derived values, the slots' counts and all values that must come out.
struct Case {
  const char *Name;
  uint32_t NumSlots;
  std::vector<udpc::abi::DerivedRec> Derived;
  std::vector<uint64_t> Slots;
  std::vector<uint64_t> Values;
};

const Case Cases[] = {
    {"plain", 2, {{0, 1, 0}, {0, 1, 1}}, {10, 3}, {10, 3, 13, 7}},
    {"nothing derived", 1, {}, {Most}, {Most}},
    {"zero operands",
     1,
     {{Zero, 0, 0}, {0, Zero, 1}, {Zero, Zero, 1}},
     {4},
     {4, 4, 4, 0}},
    {"negative", 2, {{0, 1, 1}}, {3, 8}, {3, 8, 0}},
    {"negative on the way",
     3,
     {{0, 1, 1}, {3, 2, 0}, {3, 1, 0}},
     {3, 8, 6},
     {3, 8, 6, 0, 1, 3}},
    {"negative from zero",
     1,
     {{Zero, 0, 1}, {Zero, 1, 1}, {0, 1, 0}},
     {5},
     {5, 0, 5, 0}},
    {"largest stays",
     2,
     {{0, 1, 0}, {2, 2, 0}, {3, 1, 1}},
     {Most - 1, 2},
     {Most - 1, 2, Most, Most, Most - 2}},
    {"slots beyond it",
     2,
     {{0, 1, 1}, {1, 0, 1}},
     {UINT64_MAX, Most + 1},
     {Most, Most, 0, 0}},
    {"smallest stays",
     1,
     {{Zero, 0, 1}, {1, 0, 1}, {2, 0, 1}, {Zero, 3, 1}, {3, 0, 0}},
     {Most},
     {Most, 0, 0, 0, Most, 0}},
    {"the sum of the largest, less them",
     2,
     {{0, 0, 0}, {2, 0, 1}, {3, 1, 1}},
     {Most, 1},
     {Most, 1, Most, 0, 0}},
    {"itself twice", 1, {{0, 0, 0}, {0, 0, 1}}, {21}, {21, 42, 0}},
};

/// A profile of one unit that has a block, and a line, for each value. Blocks
/// cost the most that a record can say.
CacheProfile profileOf(uint32_t NumSlots,
                       const std::vector<udpc::abi::DerivedRec> &Derived,
                       llvm::ArrayRef<std::vector<uint64_t>> Threads) {
  CostTableBuilder B;
  B.NumSlots = NumSlots;
  B.Derived = Derived;
  uint32_t N = NumSlots + Derived.size();
  uint32_t Main = B.addString("main"), File = B.addString("a.c");
  B.Functions = {{Main, Main, 0, 0, 0, N}};
  for (uint32_t I = 0; I != N; ++I) {
    B.Lines.push_back({0, File, I + 1});
    B.Blocks.push_back({0, I, udpc::abi::NoIndex, I, 1, 0});
    B.Costs.push_back({udpc::abi::NoIndex, I, 65535, 1, 0, 0, 0});
  }
  std::vector<uint8_t> Bytes = B.finish();
  CacheProfile P;
  P.Units.push_back(llvm::cantFail(CostTable::decode(llvm::StringRef(
      reinterpret_cast<const char *>(Bytes.data()), Bytes.size()))));
  for (const std::vector<uint64_t> &Slots : Threads) {
    CacheProfileThread T;
    T.Index = P.Threads.size();
    for (uint32_t I = 0; I != Slots.size(); ++I)
      T.Slots.push_back({0, I, Slots[I]});
    P.Threads.push_back(std::move(T));
  }
  return P;
}

/// What the runtime makes of the unit of \p P, as CostTotals does.
std::vector<rt::LineCosts> runtimeCosts(const CacheProfile &P,
                                        std::vector<uint64_t> &Sums) {
  llvm::StringRef Bytes = P.Units[0].bytes();
  std::vector<uint64_t> Aligned(Bytes.size() / 8);
  std::memcpy(Aligned.data(), Bytes.data(), Bytes.size());
  rt::CostView View = {};
  EXPECT_TRUE(rt::viewCosts(reinterpret_cast<const uint8_t *>(Aligned.data()),
                            Bytes.size(), View));
  EXPECT_TRUE(rt::checkCosts(View));
  Sums.assign(View.numValues(), 0);
  for (const CacheProfileThread &T : P.Threads) {
    std::vector<uint64_t> Values(View.numValues());
    for (const udpc::abi::CountRec &C : T.Slots)
      Values[C.Slot] = C.Count;
    rt::computeValues(View, Values.data());
    for (size_t I = 0; I != Values.size(); ++I)
      Sums[I] = values::limitedAdd(Sums[I], Values[I]);
  }
  std::vector<rt::LineCosts> Lines(View.Header->NumLines, rt::LineCosts());
  rt::addBlocks(View, Sums.data(), Lines.data());
  return Lines;
}

void expectSame(const CacheProfile &P) {
  std::vector<uint64_t> Sums;
  std::vector<rt::LineCosts> Runtime = runtimeCosts(P, Sums);
  EXPECT_EQ(Sums, P.values(0));
  std::vector<rt::LineCosts> Tools(Runtime.size(), rt::LineCosts());
  for (const FrameCosts &C : costsOf(P))
    for (unsigned E = 0; E != udpc::abi::NumCostEvents; ++E)
      Tools[C.Line].Counts[E] =
          values::limitedAdd(Tools[C.Line].Counts[E], C.Counts[E]);
  for (size_t L = 0; L != Runtime.size(); ++L)
    for (unsigned E = 0; E != udpc::abi::NumCostEvents; ++E)
      EXPECT_EQ(Runtime[L].Counts[E], Tools[L].Counts[E])
          << "line " << L << " event " << E;
}

/// A number near a limit, or any number.
uint64_t oddNumber(std::mt19937_64 &Random) {
  switch (Random() % 6) {
  case 0:
    return 0;
  case 1:
    return Random() % 100;
  case 2:
    return Most - Random() % 3;
  case 3:
    return Most + Random() % 3;
  case 4:
    return UINT64_MAX - Random() % 3;
  default:
    return Random() >> Random() % 64;
  }
}

} // namespace

TEST(Values, AreTheseInTheRuntimeAndTheTools) {
  for (const Case &C : Cases) {
    SCOPED_TRACE(C.Name);
    CacheProfile P = profileOf(C.NumSlots, C.Derived, {C.Slots});
    std::vector<uint64_t> Runtime;
    runtimeCosts(P, Runtime);
    EXPECT_EQ(Runtime, C.Values);
    EXPECT_EQ(P.values(0), C.Values);
    expectSame(P);
  }
}

/// Derived values of a table with 2 slots that are refused: an operand comes
/// after what is derived from it, or is none.
const std::pair<const char *, std::vector<udpc::abi::DerivedRec>> Refused[] = {
    {"itself", {{2, 0, 0}}},
    {"itself, right", {{0, 2, 1}}},
    {"the next", {{0, 3, 0}, {0, 1, 0}}},
    {"the second itself", {{0, 1, 0}, {3, 1, 1}}},
    {"the last", {{0, 1, 0}, {2, 4, 0}, {3, 1, 0}}},
    {"one that is not there", {{0, 1, 0}, {1, 100, 0}}},
    {"one before zero", {{0, Zero - 1, 0}}},
    {"no operation", {{0, 1, 2}}},
};

TEST(Values, TheRuntimeAndTheToolsRefuseTheSame) {
  auto IsAccepted = [](const std::vector<udpc::abi::DerivedRec> &Derived) {
    CostTableBuilder B;
    B.NumSlots = 2;
    B.Derived = Derived;
    std::vector<uint8_t> Bytes = B.finish();
    rt::CostView View = {};
    EXPECT_TRUE(rt::viewCosts(Bytes.data(), Bytes.size(), View));
    bool Runtime = rt::checkCosts(View);
    bool Tools = !llvm::errorToBool(
        CostTable::decode(
            llvm::StringRef(reinterpret_cast<const char *>(Bytes.data()),
                            Bytes.size()))
            .takeError());
    EXPECT_EQ(Runtime, Tools);
    return Runtime && Tools;
  };
  for (const auto &[Name, Derived] : Refused)
    EXPECT_FALSE(IsAccepted(Derived)) << Name;
  EXPECT_TRUE(IsAccepted({{0, 1, 0}, {2, Zero, 1}, {3, 2, 0}}));
}

TEST(Values, ThreadsDoNotMakeUpForEachOther) {
  CacheProfile P = profileOf(2, {{0, 1, 1}}, {{3, 8}, {9, 2}, {Most, Most}});
  std::vector<uint64_t> Runtime;
  runtimeCosts(P, Runtime);
  EXPECT_EQ(Runtime[2], 7u);
  // Values are signed per thread; the sum over threads is unsigned.
  EXPECT_EQ(Runtime[0], Most + 12);
  expectSame(P);
}

TEST(Values, AreTheSameForAnyTable) {
  std::mt19937_64 Random(1);
  for (unsigned Round = 0; Round != 2000; ++Round) {
    uint32_t NumSlots = 1 + Random() % 4;
    std::vector<udpc::abi::DerivedRec> Derived(Random() % 8);
    for (uint32_t I = 0; I != Derived.size(); ++I) {
      auto Operand = [&] {
        uint32_t V = Random() % (NumSlots + I + 1);
        return V == NumSlots + I ? Zero : V;
      };
      Derived[I] = {Operand(), Operand(), uint32_t(Random() % 2)};
    }
    std::vector<std::vector<uint64_t>> Threads(1 + Random() % 3);
    for (std::vector<uint64_t> &Slots : Threads)
      for (uint32_t I = 0; I != NumSlots; ++I)
        Slots.push_back(oddNumber(Random));
    expectSame(profileOf(NumSlots, Derived, Threads));
    if (HasFailure())
      FAIL() << "round " << Round;
  }
}

TEST(Values, EventsAreSignedInTheRuntimeAndTheTools) {
  for (const Case &C : Cases) {
    SCOPED_TRACE(C.Name);
    SiteTableBuilder B;
    B.setNumSlots(C.NumSlots);
    for (const udpc::abi::DerivedRec &D : C.Derived)
      B.addDerived(D.Left, D.Right, D.Subtract);
    std::vector<uint8_t> Bytes = B.finish();
    rt::TableView View = {};
    ASSERT_TRUE(rt::viewTable(Bytes.data(), Bytes.size(), View));
    std::vector<uint64_t> Runtime = C.Slots;
    Runtime.resize(View.numValues());
    rt::computeDerived(View, Runtime.data());
    SiteTable T = llvm::cantFail(SiteTable::decode(llvm::StringRef(
        reinterpret_cast<const char *>(Bytes.data()), Bytes.size())));
    EXPECT_EQ(Runtime, T.values(C.Slots));
    for (size_t I = 0; I != C.Slots.size(); ++I)
      EXPECT_EQ(Runtime[I], C.Slots[I]);
    // Those that are not negative, of slots that are none, are the same.
    for (size_t I = 0; I != Runtime.size(); ++I)
      if (*std::max_element(C.Slots.begin(), C.Slots.end()) <= Most &&
          Runtime[I] <= Most)
        EXPECT_EQ(Runtime[I], C.Values[I]);
  }
}
