// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/counts/EveryShares.h"
#include "gtest/gtest.h"
#include <functional>
#include <random>
#include <vector>

using namespace udpc::rt;
using udpc::abi::EveryPair;

namespace {

/// A thread that counts at several sites, in units of three, as generated code
/// and runtime do.
class Thread {
public:
  Thread(uint32_t NumSites, uint64_t Period)
      : Period(Period), Pairs(NumSites), Starts(NumSites) {}

  /// Whether the action runs on this occurrence.
  bool count(uint32_t Site, int64_t Step = 1) {
    uint64_t Before = Actions;
    EveryPair &Pair = Pairs[Site];
    Pair.Counter += Step;
    if (Pair.Counter > 0) {
      ++Calls;
      call(Pair);
    }
    return Actions != Before;
  }
  uint64_t total() const {
    uint64_t Sum = 0;
    for (const EveryPair &P : Pairs)
      Sum += readCount(P).count();
    return Sum;
  }
  uint64_t site(uint32_t I) const { return readCount(Pairs[I]).count(); }

  /// Runs between the parts of a look at all sites, as a signal handler.
  std::function<void()> Interrupt = [] {};
  uint64_t Actions = 0, Calls = 0, Looks = 0;

private:
  template <typename Function> void forEachUnit(Function Use) {
    for (uint32_t I = 0; I < Pairs.size(); I += 3) {
      Use({&Pairs[I], &Starts[I],
           std::min<uint32_t>(3, static_cast<uint32_t>(Pairs.size()) - I)});
      Interrupt();
    }
  }

  void call(EveryPair &Pair) {
    if (IsArming) {
      IsStale = true;
      return;
    }
    if (Target && extendShare(Shares, Pair, Target))
      return;
    IsArming = true;
    do {
      IsStale = false;
      ++Looks;
      SiteTotals Totals;
      forEachUnit([&](const SitePairs &Sites) { Totals.add(Sites); });
      uint64_t Old = Target ? Target : firstTarget(0, 0, Period, 0);
      uint64_t Passed = numPassed(Totals.Count, Old, Period);
      uint64_t New = targetAfter(Old, Passed, Period);
      Sharing All(Totals, New, Passed != 0);
      forEachUnit([&](const SitePairs &Sites) { All.share(Sites); });
      if (!All.finish(Shares)) {
        IsStale = true;
        continue;
      }
      Target = New;
      Actions += Passed;
    } while (IsStale);
    IsArming = false;
  }

  bool IsArming = false, IsStale = false;
  uint64_t Period, Target = 0;
  EveryShares Shares = {};
  std::vector<EveryPair> Pairs;
  std::vector<uint64_t> Starts;
};

/// Which site counts next.
using Pattern = std::function<uint32_t(uint64_t, std::mt19937_64 &)>;

struct Case {
  const char *Name;
  uint32_t NumSites;
  Pattern Next;
};

const Case Cases[] = {
    {"one", 1, [](uint64_t, std::mt19937_64 &) { return 0; }},
    {"two in turn", 2,
     [](uint64_t N, std::mt19937_64 &) { return uint32_t(N % 2); }},
    {"uniform", 100,
     [](uint64_t, std::mt19937_64 &R) { return uint32_t(R() % 100); }},
    {"few are hot", 300,
     [](uint64_t, std::mt19937_64 &R) {
       return uint32_t(R() % 300 * (R() % 300) / 300 * (R() % 300) / 300);
     }},
    {"phases", 40,
     [](uint64_t N, std::mt19937_64 &R) {
       return uint32_t(N / 3000 * 7 % 37 + R() % 4);
     }},
    {"one rare", 2,
     [](uint64_t N, std::mt19937_64 &) { return uint32_t(N % 4999 == 0); }},
};

} // namespace

TEST(EveryShares, ActionsRunExactlyOnEachMultiple) {
  for (const Case &C : Cases)
    for (uint64_t Period : {1, 2, 7, 64, 1000, 4096, 65537}) {
      // With a short period nearly each occurrence is a look at all sites.
      uint64_t NumOccurrences = Period < 10 ? 20002 : 80002;
      Thread T(C.NumSites, Period);
      std::mt19937_64 Random(Period);
      std::vector<uint64_t> Truth(C.NumSites);
      for (uint64_t N = 1; N <= NumOccurrences; ++N) {
        uint32_t Site = C.Next(N, Random);
        ++Truth[Site];
        ASSERT_EQ(T.count(Site), N % Period == 0)
            << C.Name << ", " << Period << ", " << N;
      }
      EXPECT_EQ(T.total(), NumOccurrences);
      for (uint32_t I = 0; I != C.NumSites; ++I)
        ASSERT_EQ(T.site(I), Truth[I]);
    }
}

TEST(EveryShares, CallsGrowWithTheLogarithmOfThePeriod) {
  for (const Case &C : Cases) {
    double PerPeriod[2];
    for (int I : {0, 1}) {
      uint64_t Period = I ? uint64_t(1) << 20 : uint64_t(1) << 16;
      Thread T(C.NumSites, Period);
      std::mt19937_64 Random(1);
      for (uint64_t N = 1; N <= 4 * Period; ++N)
        T.count(C.Next(N, Random));
      ASSERT_EQ(T.Actions, 4u);
      PerPeriod[I] = double(T.Calls) / 4;
      EXPECT_LT(double(T.Looks) / 4, 60) << C.Name << ", " << Period;
      EXPECT_LT(PerPeriod[I], 150 + 20.0 * C.NumSites) << C.Name;
    }
    EXPECT_LT(PerPeriod[1], 3 * PerPeriod[0] + 40) << C.Name;
  }
}

TEST(EveryShares, AmountsPassSeveralMultiples) {
  Thread T(5, 100);
  std::mt19937_64 Random(3);
  int64_t Truth = 0, Highest = 0;
  for (int N = 0; N != 100000; ++N) {
    int64_t Step = static_cast<int64_t>(Random() % 500) - 200;
    Truth += Step;
    Highest = std::max(Highest, Truth);
    T.count(Random() % 5, Step);
    ASSERT_EQ(T.total(), static_cast<uint64_t>(Truth));
    // A step down may hide a multiple only until the next step up.
    ASSERT_EQ(T.Actions, static_cast<uint64_t>(Highest) / 100) << N;
  }
}

TEST(EveryShares, SignalHandlersCountDuringALook) {
  Thread T(7, 5000);
  std::mt19937_64 Random(5);
  uint64_t Truth = 0;
  bool Inside = false;
  T.Interrupt = [&] {
    if (Inside || Random() % 4)
      return;
    Inside = true;
    for (int I = 0; I != 3; ++I) {
      T.count(Random() % 7);
      ++Truth;
    }
    Inside = false;
  };
  for (int N = 0; N != 200000; ++N) {
    T.count(Random() % 7);
    ++Truth;
    ASSERT_EQ(T.total(), Truth);
  }
  EXPECT_EQ(T.Actions, Truth / 5000);
}
