//===- BundleSearch.cpp - The best variant of each hint -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/BundleSearch.h"
#include "tools/udpc/prefetch-loop/VariantRuns.h"
#include <map>

using namespace llvm;
using namespace udpc;

/// Shares of a search's time before the best variants are varied again, and of
/// each further search.
static constexpr double FirstShare = 0.6, FurtherShare = 0.6;
/// A variant with a lower estimate is dropped without a comparison.
static constexpr double Slower = 0.999;
/// Factor by which another variant must beat the best one of the previous
/// search.
static constexpr double BetterBy = 1.005;
/// Share of the misses' latency from which a bundle is searched alone.
static constexpr double LargeShare = 0.03;
/// Runs of each build that a search needs for any result.
static constexpr unsigned LeastRuns = 2;

double BundleSearch::secondsOfVariants(size_t Number) const {
  return double(Number + 1) *
         (S.Builds.secondsOfBuild() + LeastRuns * S.Journal.secondsOfRun());
}

void BundleSearch::noteVariants(Bundle &B, ArrayRef<HintGroup> Among,
                                ArrayRef<VariantRecord> Records,
                                unsigned Best) {
  bool IsFirst = B.Tried.empty();
  for (const VariantRecord &R : Records.drop_front()) {
    const HintGroup &V = Among[R.Variant - 1];
    auto Known = llvm::find_if(B.Tried, [&](const TriedVariant &T) {
      return T.Hints.Hints == V.Hints;
    });
    if (Known == B.Tried.end())
      B.Tried.push_back({V, R});
    else if (R.NumRuns)
      Known->Found = R;
  }
  // Otherwise the search would follow the noise until the time is up.
  if (!IsFirst && Records[Best].Gain < BetterBy * Records[1].Gain)
    Best = 1;
  B.Best = Among[Best - 1];
}

TriedVariant *BundleSearch::Bundle::best() {
  for (TriedVariant &T : Tried)
    if (T.Hints.Hints == Best.Hints)
      return &T;
  return nullptr;
}

/// A gain that is small beside its error may be one, which is decided anew.
bool BundleSearch::Bundle::mayPay() {
  const TriedVariant *Found = best();
  return IsChosenAsSet || !Found || !Found->Found.NumRuns ||
         Found->Found.High > Slower;
}

Error BundleSearch::searchAmong(ArrayRef<Bundle *> Which,
                                ArrayRef<std::vector<HintGroup>> Among,
                                double Until) {
  std::vector<unsigned> NumVariants;
  for (const std::vector<HintGroup> &V : Among)
    NumVariants.push_back(V.size());
  std::vector<HintGroup> Others;
  for (Bundle &B : Bundles)
    if (!is_contained(Which, &B) && B.mayPay())
      Others.push_back(B.Best);
  VariantRuns Runs(Among, Others, S.HasHashes, Until, NumPhases, S.Builds,
                   *S.Measure, S.Journal, S.Log);
  VariantSearch Search(NumVariants, Runs);
  Expected<Assignment> Best = Search.run();
  if (!Best)
    return Best.takeError();
  for (unsigned I = 0; I != Which.size(); ++I) {
    Which[I]->IsChosenAsSet = Search.isChosenAsSet();
    noteVariants(*Which[I], Among[I], Search.records(I), (*Best)[I]);
  }
  NumPhases = Runs.lastPhase();
  return Error::success();
}

Error BundleSearch::searchNear(ArrayRef<Bundle *> Which, double Until) {
  std::vector<Bundle *> Open;
  std::vector<std::vector<HintGroup>> Among;
  size_t Most = 0;
  for (Bundle *B : Which) {
    if (!B->mayPay())
      continue;
    std::vector<HintGroup> Tried;
    for (const TriedVariant &T : B->Tried)
      Tried.push_back(T.Hints);
    std::vector<HintGroup> Near = neighboursOf(B->Best, Tried, *S.Processor);
    Most = std::max(Most, Near.size());
    Near.insert(Near.begin(), B->Best);
    Open.push_back(B);
    Among.push_back(std::move(Near));
  }
  double Left = FurtherShare * (Until - S.Journal.spent());
  // The best one and another.
  if (!Most || Left < secondsOfVariants(2))
    return Error::success();
  if (Error E = searchAmong(Open, Among, S.Journal.spent() + Left))
    return E;
  return searchNear(Which, Until);
}

void BundleSearch::bundle() {
  // Of one kind in one function, the same pays, and some only pay together.
  std::map<std::tuple<std::string, HintType, unsigned>, size_t> Known;
  for (unsigned G = 0; G != S.Result.Groups.size(); ++G) {
    const HintGroup &First = S.Result.Groups[G];
    // Of one that makes no code there is nothing to search.
    if (S.Variants[G].size() < 2)
      continue;
    if (isIndirect(First.type())) {
      auto [Type, Level] = First.loop();
      auto [It, IsNew] = Known.try_emplace({First.Line.function(), Type, Level},
                                           Bundles.size());
      if (!IsNew) {
        Bundles[It->second].Groups.push_back(G);
        continue;
      }
    }
    Bundles.emplace_back();
    Bundles.back().Groups.push_back(G);
  }
  for (Bundle &B : Bundles) {
    std::vector<HintGroup> Lines;
    for (unsigned G : B.Groups)
      Lines.push_back(S.Result.Groups[G]);
    B.Best = joined(Lines);
  }
  llvm::sort(Bundles, [](const Bundle &A, const Bundle &B) {
    return std::pair(-A.Best.Share, A.Groups) <
           std::pair(-B.Best.Share, B.Groups);
  });
}

std::vector<HintGroup> BundleSearch::variantsOfBundle(const Bundle &B) const {
  if (B.Groups.size() == 1)
    return S.Variants[B.Groups.front()];
  std::vector<HintGroup> All = variantsOf(B.Best, *S.Processor);
  llvm::erase_if(All, [&](const HintGroup &G) {
    return S.EqualPlaces.count(G.loop()) && G.loop() != B.Best.loop();
  });
  return All;
}

size_t BundleSearch::numAlone(double Seconds) const {
  size_t Number = 0;
  while (Number != Bundles.size() && Bundles[Number].Best.Share >= LargeShare) {
    Seconds -= secondsOfVariants(variantsOfBundle(Bundles[Number]).size());
    if (Number && Seconds < 0)
      break;
    ++Number;
  }
  return Number;
}

void BundleSearch::noteBundles() {
  S.Result.Tried.resize(S.Result.Groups.size());
  GroupSet Slow;
  for (Bundle &B : Bundles) {
    bool Pays = B.mayPay();
    if (!Pays)
      B.best()->Found.Decision = "slower than no hint, as are the others";
    for (unsigned G : B.Groups) {
      HintGroup &Line = S.Result.Groups[G];
      for (const TriedVariant &T : B.Tried)
        S.Result.Tried[G].push_back({Line.partOf(T.Hints), T.Found});
      Line = Line.partOf(B.Best);
      if (!Pays)
        Slow.push_back(G);
    }
  }
  for (unsigned G = 0; G != S.Result.Groups.size(); ++G)
    if (!is_contained(Slow, G))
      S.Chosen.push_back(G);
}

Error BundleSearch::run() {
  if (!S.TooNoisy.empty()) {
    noteBundles();
    return Error::success();
  }
  double End = S.Time.endOfVariants(S.Journal.spent(), S.Result.Groups.size());
  bundle();
  size_t Alone = numAlone(End - S.Journal.spent());
  for (size_t I = 0; I != Bundles.size();) {
    std::vector<Bundle *> Which;
    std::vector<std::vector<HintGroup>> Among;
    double Now = S.Journal.spent(), Share = 1;
    // The rest has the time of one.
    size_t NumLeft = I < Alone ? Alone - I + (Alone != Bundles.size()) : 1;
    double Until = Now + (End - Now) / double(NumLeft);
    do {
      Which.push_back(&Bundles[I]);
      Among.push_back(variantsOfBundle(Bundles[I]));
      if (isIndirect(Bundles[I].Best.type()))
        Share = FirstShare;
    } while (++I != Bundles.size() && I > Alone);
    if (Error E = searchAmong(Which, Among, Now + Share * (Until - Now)))
      return E;
    if (Error E = searchNear(Which, Until))
      return E;
  }
  noteBundles();
  return Error::success();
}
