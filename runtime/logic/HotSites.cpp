//===- HotSites.cpp - Which sites are to be on, within a budget -----------===//

#include "runtime/logic/HotSites.h"

using namespace udpc;
using namespace udpc::rt;

static constexpr uint64_t Million = 1000000;

/// The account begins with a quarter of a second's budget, so that the first
/// phase is found soon, and never has more than five: what an idle phase has
/// saved must not slow down a later one noticeably.
static constexpr uint64_t StartTime = HotSites::Second / 4, MostSeconds = 5;

/// A group gets hot by one sample, and cold when it has had none for eight
/// windows or so: the heat halves with each. A hot place has ten samples in a
/// window, so it gets cold within a second.
static constexpr uint64_t HotFrom = HotSites::HeatOne,
                          ColdBelow = HotSites::HeatOne / 8;

HotSites::HotSites(uint64_t Budget)
    : Budget(Budget), Account(Budget * (StartTime / Million)) {}

void HotSites::charge(uint64_t Nanoseconds) {
  Account -= Nanoseconds;
  Spent += Nanoseconds;
}

/// What the sites of \p G cost within \p Time.
uint64_t HotSites::expectedCost(const HotGroup &G, uint64_t Time) const {
  return static_cast<unsigned __int128>(G.CostRate) * Time / Second;
}

/// \p Value after \p Elapsed, when it halves with each window.
static uint64_t decayed(uint64_t Value, uint64_t Elapsed) {
  for (; Elapsed >= HotSites::Window && Value; Elapsed -= HotSites::Window)
    Value /= 2;
  // Linear in between; exact at both ends.
  return Value - Value * Elapsed / (2 * HotSites::Window);
}

/// The group that is on and costs most; null if none is on.
static HotGroup *mostExpensive(HotGroup *Groups, uint64_t N) {
  HotGroup *Most = nullptr;
  for (HotGroup *G = Groups; G != Groups + N; ++G)
    if (G->IsOn && (!Most || G->CostRate > Most->CostRate))
      Most = G;
  return Most;
}

/// Of the hot groups that are off and satisfy \p IsPossible, the one that has
/// been on least for its heat; null if there is none.
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
  Earned += Income;
  Account += Income;
  if (Account > Most)
    Account = Most;

  // What has happened.
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

  // In debt, only so much stays on that the debt gets less. Otherwise what is
  // on must be payable until the next update.
  auto IsTooMuch = [&] {
    uint64_t Allowed = Budget * (Second / Million);
    return Account < 0
               ? Rate > Allowed / 2
               : Rate > Allowed && static_cast<unsigned __int128>(Rate) *
                                           ShortWindow / Second >
                                       uint64_t(Account);
  };
  while (IsTooMuch()) {
    HotGroup *G = mostExpensive(Groups, N);
    Rate -= G->CostRate;
    G->IsOn = false;
  }

  // What else can be paid. Groups of unknown cost are tried, but not in debt,
  // and for a short window.
  Next = Rate > Budget * (Second / Million) ? ShortWindow : Window;
  int64_t Left =
      Account - static_cast<int64_t>(static_cast<unsigned __int128>(Rate) *
                                     Window / Second);
  while (HotGroup *G = mostWanted(Groups, N, [&](const HotGroup &Each) {
           return Left > 0 &&
                  (!Each.CostIsKnown ||
                   expectedCost(Each, ShortWindow) < uint64_t(Left));
         })) {
    G->IsOn = true;
    bool IsShort =
        !G->CostIsKnown || Rate + G->CostRate > Budget * (Second / Million);
    Rate += G->CostRate;
    Left -= expectedCost(*G, ShortWindow);
    if (IsShort)
      Next = ShortWindow;
  }
}

bool rt::parsePercent(const char *Text, uint64_t &Millionths) {
  // In thousandths of a percent.
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
