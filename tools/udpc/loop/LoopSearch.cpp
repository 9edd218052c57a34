//===- LoopSearch.cpp - Which hints pay -----------------------------------===//
//
// The steps of the loop from the measurement of the noise to the decision.
//
//===----------------------------------------------------------------------===//

#include "tools/udpc/loop/LoopSteps.h"
#include "tools/udpc/loop/VariantRuns.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <set>

using namespace llvm;
using namespace udpc;

static std::string percent(double Part) {
  std::string Text;
  raw_string_ostream(Text) << format("%.1f %%", 100 * Part);
  return Text;
}

static std::string linesText(size_t Number) {
  return std::to_string(Number) + (Number == 1 ? " line" : " lines");
}

Expected<bool> Loop::hasCode(const HintGroup &G) {
  Expected<std::string> Build =
      Builds.withHints(hintsOf(G, {0}, HasHashes), "");
  if (!Build)
    return Build.takeError();
  return Builds.programs().codeHash(*Build) != Builds.plainHash();
}

bool Loop::mayHaveNoCode() const {
  return makesProfile() && all_of(Result.Groups, [](const HintGroup &G) {
           return isIndirect(G.type());
         });
}

static std::pair<HintType, unsigned> placeOf(const HintGroup &G) {
  return {G.type(), G.Hints.begin()->second.front().Level};
}

void Loop::dropGroupsWithoutCode() {
  for (const HintGroup &G : Result.Groups)
    Result.Others.push_back(
        {G.Place, "the compiler has no address to load ahead "
                  "(-Rpass-missed=udpc says why): " +
                      G.Reason});
  Result.Groups.clear();
  Variants.clear();
}

Error Loop::dropVariantsWithoutCode() {
  for (std::vector<HintGroup> &V : Variants) {
    if (!isIndirect(V.front().type()))
      continue;
    Expected<bool> Has = hasCode(V.front());
    if (!Has)
      return Has.takeError();
    if (!*Has)
      V.erase(V.begin() + 1, V.end());
  }
  return Error::success();
}

Error Loop::dropEqualPlaces() {
  // Groups vary together, so one build tells of all.
  GroupSet All;
  std::vector<HintGroup> First;
  std::set<std::pair<HintType, unsigned>> Places;
  for (const std::vector<HintGroup> &V : Variants) {
    All.push_back(All.size());
    First.push_back(V.front());
    if (isIndirect(V.front().type()))
      for (const HintGroup &G : V)
        Places.insert(placeOf(G));
  }
  std::set<uint64_t> Codes;
  auto IsNew = [&](ArrayRef<HintGroup> Groups) -> Expected<bool> {
    Expected<std::string> Build =
        Builds.withHints(hintsOf(Groups, All, HasHashes), "");
    if (!Build)
      return Build.takeError();
    return Codes.insert(Builds.programs().codeHash(*Build)).second;
  };
  if (Places.empty())
    return Error::success();
  if (Expected<bool> New = IsNew(First); !New)
    return New.takeError();
  for (auto Place : Places) {
    std::vector<HintGroup> Moved = First;
    for (HintGroup &G : Moved)
      if (isIndirect(G.type()))
        if (auto Other = G.withPlace(Place.first, Place.second))
          G = std::move(*Other);
    Expected<bool> New = IsNew(Moved);
    if (!New)
      return New.takeError();
    if (!*New)
      for (std::vector<HintGroup> &V : Variants)
        V.erase(std::remove_if(V.begin() + 1, V.end(),
                               [&](const HintGroup &G) {
                                 return isIndirect(G.type()) &&
                                        placeOf(G) == Place &&
                                        placeOf(V.front()) != Place;
                               }),
                V.end());
  }
  return Error::success();
}

Error Loop::addRivals() {
  if (Rivals.empty())
    return Error::success();
  sayInLoop((Result.Groups.empty() ? "nothing is recommended: trying"
                                   : "also trying") +
            (" the misses of " + linesText(Rivals.size())));
  for (HintGroup &G : Rivals) {
    Expected<bool> Has = hasCode(G);
    if (!Has)
      return Has.takeError();
    if (!*Has)
      continue;
    // It has a hint now.
    llvm::erase_if(Result.Others, [&](const NotRecommended &N) {
      return N.Place == G.Place && StringRef(G.Reason).ends_with(N.Reason);
    });
    Variants.push_back(variantsOf(G, *Processor));
    Result.Groups.push_back(std::move(G));
  }
  return Error::success();
}

Error Loop::tryFirst() {
  unsigned Number = Result.Groups.size();
  if (Number) {
    GroupSet All;
    for (unsigned G = 0; G != Number; ++G)
      All.push_back(G);
    Expected<std::string> Build =
        buildOf(All, "with the hints of " + linesText(Number));
    if (!Build)
      return Build.takeError();
    bool IsPlain = Builds.programs().codeHash(*Build) == Builds.plainHash();
    if (IsPlain && mayHaveNoCode()) {
      dropGroupsWithoutCode();
      if (Error E = addRivals())
        return E;
      return dropEqualPlaces();
    }
    if (IsPlain)
      return createStringError(
          "the code is the same with hints and without: let the build command "
          "compile everything with udpc-clang each time (make -B), and see "
          "udpc hints check; its output is in " +
          Builds.log());
    if (Error E = Measure->run(*Build).takeError())
      return E;
  }
  if (Number > 1)
    if (Error E = dropVariantsWithoutCode())
      return E;
  if (Error E = addRivals())
    return E;
  return dropEqualPlaces();
}

/// Hints that gain more than the largest permitted noise may be shown where
/// those that gain less cannot, and nothing is kept that is not shown. With
/// more noise than this most would be tried in vain.
static constexpr double MostNoises = 3;

Error Loop::measureNoise() {
  if (Result.Groups.empty())
    return Error::success();
  unsigned Rounds = Options.Measure.Rounds;
  auto KnowTime = [&] {
    Time = LoopTime(Options.TimeBudget, Journal.secondsOfRun(),
                    Builds.secondsOfBuild());
    return Time.roundsReserved(Journal.spent(), Rounds);
  };
  sayInLoop("running it against itself, for the noise");
  Expected<Noise> Found =
      Measure->noise(PlainBuild, KnowTime(), Options.MaxNoise);
  if (!Found)
    return Found.takeError();
  unsigned Pairs = KnowTime();
  Result.TimeBudget = Time.budget();
  Measure->setTimeBudget(Time.budget());
  Result.Noise = Found->ofPair();
  double Least = Found->leastGain(
      Pairs, MeasurePlan(Pairs, Options.Measure.MinGain).confidence());
  bool IsRefused = Least > MostNoises * Options.MaxNoise;
  Log.add("noise",
          json::Object{{"pairs", int64_t(Found->size())},
                       {"deviation", Result.Noise},
                       {"least_gain", Least},
                       {"most_pairs", int64_t(Pairs)},
                       {"decision", IsRefused ? "refused" : "goes on"}});
  if (!IsRefused)
    return Error::success();
  // The next loop measures the noise anew.
  if (Error E = Journal.end())
    return E;
  return createStringError(
      "too noisy to decide: runs of the same program differ by " +
      percent(Result.Noise) + ", so " + Twine(Pairs) +
      " pairs of runs only show gains of " + percent(Least) +
      " and more. Let other programs end, let the run do more, give more "
      "--time-budget or --rounds, or permit it by --max-noise " +
      Twine(int(std::ceil(100 * Least / MostNoises))));
}

Expected<std::string> Loop::buildOf(const GroupSet &Which, StringRef What) {
  return Builds.withHints(hintsOf(Result.Groups, Which, HasHashes), What);
}

Error Loop::searchVariants() {
  unsigned Number = Result.Groups.size();
  if (!Number)
    return Error::success();
  std::vector<unsigned> NumVariants;
  for (const std::vector<HintGroup> &V : Variants)
    NumVariants.push_back(V.size());
  double Until = Time.endOfVariants(Journal.spent(), Number);
  VariantRuns Runs(Variants, HasHashes, Until, Builds, *Measure, Journal, Log);
  VariantSearch Search(NumVariants, Runs);
  Expected<Assignment> Best = Search.run();
  if (!Best)
    return Best.takeError();
  noteVariants(Search, *Best);
  return Error::success();
}

/// A variant whose estimate is below is dropped without a comparison.
static constexpr double Slower = 0.999;

void Loop::noteVariants(const VariantSearch &Search, const Assignment &Best) {
  for (unsigned G = 0; G != Best.size(); ++G) {
    std::vector<TriedVariant> Tried;
    for (const VariantRecord &R : ArrayRef(Search.records(G)).drop_front())
      Tried.push_back({Variants[G][R.Variant - 1], R});
    Result.Groups[G] = Variants[G][Best[G] - 1];
    // A gain that is small beside its error may be one: that is decided anew.
    if (VariantRecord &R = Tried[Best[G] - 1].Found;
        Search.isChosenAsSet() || !R.NumRuns || R.High > Slower)
      Chosen.push_back(G);
    else
      R.Decision = "slower than no hint, as are the others";
    Result.Tried.push_back(std::move(Tried));
  }
}

void Loop::noteComparison(StringRef Before, StringRef After,
                          const Comparison &C) {
  json::Object Entry{{"before", Before},
                     {"after", After},
                     {"pairs", int64_t(C.NumPairs)},
                     {"shown", effectWord(C.Shown)}};
  if (C.NumPairs) {
    Entry["speed_up"] = C.Gain.Middle;
    Entry["low"] = C.Gain.Low;
    if (std::isfinite(C.Gain.High))
      Entry["high"] = C.Gain.High;
  }
  Log.add("comparison", std::move(Entry));
}

Expected<Comparison> Loop::compare(const GroupSet &Before,
                                   const GroupSet &After, unsigned Rounds,
                                   StringRef What) {
  Expected<std::string> First = buildOf(Before, "");
  if (!First)
    return First.takeError();
  Expected<std::string> Second = buildOf(After, "");
  if (!Second)
    return Second.takeError();
  Expected<Comparison> C = Measure->compare(*First, *Second, Rounds, What);
  if (C)
    noteComparison(*First, *Second, *C);
  return C;
}

Error Loop::prune() {
  Result.Verdicts.resize(Result.Groups.size());
  Kept = Chosen;
  // Of one group, the final runs decide.
  if (Chosen.size() < 2)
    return Error::success();
  sayInLoop("comparing with and without each of " + Twine(Chosen.size()) +
            " lines");
  std::vector<std::string> Functions;
  for (const HintGroup &G : Result.Groups)
    Functions.push_back(G.Line.function());
  unsigned NumComparisons = 0;
  HintSearch Search(Functions, [&] {
    return Time.hasTimeToCompare(Journal.spent(), Builds.secondsOfBuild());
  });
  auto Compare = [&](const GroupSet &Without, const GroupSet &With) {
    std::string What = (Twine("prefetch-loop: ") + Twine(Without.size()) +
                        " against " + Twine(With.size()) + " lines with hints")
                           .str();
    unsigned Open =
        Chosen.size() + 1 - std::min<unsigned>(NumComparisons++, Chosen.size());
    return compare(
        Without, With,
        Time.roundsOfComparison(Journal.spent(), Open, Options.Measure.Rounds),
        What);
  };
  auto Verdicts = Search.run(Chosen, Compare);
  if (!Verdicts)
    return Verdicts.takeError();
  Result.Verdicts = std::move(*Verdicts);
  Kept.clear();
  for (unsigned G : Chosen)
    if (Result.Verdicts[G].Kept)
      Kept.push_back(G);
  return Error::success();
}

Error Loop::decide() {
  if (Kept.empty())
    return Error::success();
  Expected<std::string> Best = buildOf(Kept, "");
  if (!Best)
    return Best.takeError();
  // The runs that selected these hints are biased.
  sayInLoop("measuring what is left anew");
  unsigned Rounds = Time.roundsOfFinal(Journal.spent(), Options.Measure.Rounds);
  Expected<Comparison> Final = Measure->compare(
      PlainBuild, *Best, Rounds, "prefetch-loop: without against with hints");
  if (!Final)
    return Final.takeError();
  noteComparison(PlainBuild, *Best, *Final);
  Result.Final = *Final;
  if (Chosen.size() == 1) {
    GroupVerdict &V = Result.Verdicts[Chosen.front()];
    V.Tried = *Final;
    V.NumTogether = 1;
    V.Kept = Final->Shown == Effect::Faster;
  }
  double HalfWidth = std::log(Final->Gain.High / Final->Gain.Low) / 2;
  Result.IsUndecided = Final->NumPairs && Final->Shown == Effect::Unclear &&
                       !(HalfWidth <= Options.MaxNoise);
  if (Final->Shown != Effect::Faster)
    return Error::success();
  if (Error E = writeHintFile(hintsOf(Result.Groups, Kept, HasHashes), form(),
                              Options.Output))
    return E;
  Result.Output = Options.Output;
  Result.Kept = Kept;
  return Builds.programs().place(*Best);
}
