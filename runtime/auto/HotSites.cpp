//===- HotSites.cpp - Which sites are to be on, within a budget -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "runtime/auto/HotSites.h"

using namespace udpc;
using namespace udpc::rt;

static constexpr uint64_t Million = 1000000;

/// Upper limit of the account: the budget of five seconds, since the savings of
/// an idle phase must not slow down a later one noticeably; but at least twice
/// the reserve that is needed to turn sites on.
static constexpr uint64_t MostSeconds = 5;
static constexpr int64_t LeastMost = 2 * HotSites::Reserve;

/// Heat at which a group gets hot (one sample), and below which it gets cold.
/// Heat halves with each window, so a group gets cold after about eight windows
/// without a sample. A hot place has ten samples in a window, so it gets cold
/// within a second.
static constexpr uint64_t HotFrom = HotSites::HeatOne,
                          ColdBelow = HotSites::HeatOne / 8;

void HotSites::charge(uint64_t Nanoseconds) {
  Account -= Nanoseconds;
  Spent += Nanoseconds;
}

/// Returns the cost within \p Time of sites with \p CostRate.
static uint64_t costWithin(uint64_t CostRate, uint64_t Time) {
  return static_cast<unsigned __int128>(CostRate) * Time / HotSites::Second;
}

/// Returns \p Value after \p Elapsed, halved with each window.
static uint64_t decayed(uint64_t Value, uint64_t Elapsed) {
  for (; Elapsed >= HotSites::Window && Value; Elapsed -= HotSites::Window)
    Value /= 2;
  // Quadratic within a window, off by at most 0.3 %, and exact at both ends:
  // short windows must not slow the decay.
  constexpr uint64_t W = HotSites::Window;
  return Value - static_cast<unsigned __int128>(Value) * Elapsed *
                     (4 * W - Elapsed) / (6 * W * W);
}

/// Returns the most expensive group that is on; null if none is on.
static HotGroup *mostExpensive(HotGroup *Groups, uint64_t N) {
  HotGroup *Most = nullptr;
  for (HotGroup *G = Groups; G != Groups + N; ++G)
    if (G->IsOn && (!Most || G->CostRate > Most->CostRate))
      Most = G;
  return Most;
}

/// Returns the hot group that is off, satisfies \p IsPossible and has been on
/// least for its heat; null if there is none.
template <typename Function>
static HotGroup *mostWanted(HotGroup *Groups, uint64_t N, Function IsPossible) {
  HotGroup *Most = nullptr;
  for (HotGroup *G = Groups; G != Groups + N; ++G) {
    if (G->IsOn || G->Heat < HotFrom || !IsPossible(*G))
      continue;
    auto Need = [](const HotGroup &A, const HotGroup &B) {
      return static_cast<unsigned __int128>(A.Heat) * (B.OnTime + 1);
    };
    if (!Most || Need(*G, *Most) > Need(*Most, *G))
      Most = G;
  }
  return Most;
}

void HotSites::update(HotGroup *Groups, uint64_t N, uint64_t Elapsed) {
  uint64_t Income = static_cast<unsigned __int128>(Elapsed) * Budget / Million;
  int64_t Most = Budget * MostSeconds * (Second / Million);
  if (Most < LeastMost)
    Most = LeastMost;
  Earned += Income;
  Account += Income;
  if (Account > Most)
    Account = Most;

  // Account for the time since the last update.
  uint64_t Rate = 0;
  for (HotGroup *G = Groups; G != Groups + N; ++G) {
    G->Heat = decayed(G->Heat, Elapsed) + G->Samples * HeatOne;
    G->OnTime = decayed(G->OnTime, Elapsed);
    if (G->IsOn) {
      charge(G->Cost / 1000);
      G->OnTime += Elapsed * HeatOne / Window;
      G->CostRate = Elapsed ? static_cast<unsigned __int128>(G->Cost) *
                                  (Second / 1000) / Elapsed
                            : 0;
      G->CostIsKnown = true;
      if (G->Heat < ColdBelow)
        G->IsOn = false;
    }
    G->Samples = G->Cost = 0;
    if (G->IsOn)
      Rate += G->CostRate;
  }

  turnOff(Groups, N, Rate);
  turnOn(Groups, N, Rate);
}

/// Turns groups off until the account can pay for the rest until the next
/// update, even at a higher rate than measured.
void HotSites::turnOff(HotGroup *Groups, uint64_t N, uint64_t &Rate) const {
  uint64_t Allowed = Budget * (Second / Million);
  auto IsTooMuch = [&] {
    if (Account < int64_t(Reserve))
      return true;
    return Rate > Allowed &&
           costWithin(Rate, ShortWindow) > uint64_t(Account) - Reserve;
  };
  while (IsTooMuch()) {
    HotGroup *G = mostExpensive(Groups, N);
    if (!G)
      break;
    Rate -= G->CostRate;
    G->IsOn = false;
  }
}

/// Turns on groups whose costs the account can pay without using its reserve.
/// The reserve is for groups whose cost is unknown: together they cost no more
/// than all of the time.
void HotSites::turnOn(HotGroup *Groups, uint64_t N, uint64_t Rate) {
  uint64_t Allowed = Budget * (Second / Million);
  bool IsShort = Rate > Allowed;
  int64_t Left = Account - static_cast<int64_t>(Reserve) -
                 static_cast<int64_t>(costWithin(Rate, ShortWindow));
  auto IsPossible = [&](const HotGroup &G) {
    return Left >= 0 && (!G.CostIsKnown ||
                         costWithin(G.CostRate, ShortWindow) <= uint64_t(Left));
  };
  while (HotGroup *G = mostWanted(Groups, N, IsPossible)) {
    G->IsOn = true;
    Rate += G->CostRate;
    IsShort |= !G->CostIsKnown || Rate > Allowed;
    Left -= costWithin(G->CostRate, ShortWindow);
  }
  // The budget is charged for the whole window, whatever is executed in it.
  bool CanPayMore = !IsShort && Account > int64_t(Reserve + ShortWindow);
  Next = CanPayMore ? Account - Reserve : ShortWindow;
  if (Next > Window || !mostExpensive(Groups, N))
    Next = Window;
}

bool rt::parsePercent(const char *Text, uint64_t &Millionths) {
  // N is in thousandths of a percent.
  uint64_t N = 0;
  int Decimals = -1;
  bool HasDigit = false;
  for (; *Text && *Text != '%'; ++Text) {
    if (*Text == '.' && Decimals < 0 && HasDigit) {
      Decimals = 0;
      continue;
    }
    if (*Text < '0' || *Text > '9' || Decimals == 3 || N > 100000)
      return false;
    N = N * 10 + (*Text - '0');
    HasDigit = true;
    Decimals += Decimals >= 0;
  }
  if (!HasDigit || !Decimals || !*Text || Text[1])
    return false;
  for (Decimals = Decimals < 0 ? 0 : Decimals; Decimals != 3; ++Decimals)
    N *= 10;
  Millionths = N * 10;
  return N && N <= 100000;
}
