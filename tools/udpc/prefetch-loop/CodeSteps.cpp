//===- CodeSteps.cpp - Which hints make code ------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "tools/udpc/prefetch-loop/CodeSteps.h"
#include "tools/udpc/prefetch-loop/work/LoopMessage.h"

using namespace llvm;
using namespace udpc;

/// Share of the time after the first build with hints for builds that only find
/// out which hints change code.
static constexpr double CodeShare = 0.3;

static std::string linesText(size_t Number) {
  return std::to_string(Number) + (Number == 1 ? " line" : " lines");
}

Expected<bool> CodeSteps::hasCode(ArrayRef<HintGroup> Groups,
                                  const GroupSet &Which) {
  Expected<std::string> Build =
      S.Builds.withHints(hintsOf(Groups, Which, S.HasHashes), "");
  if (!Build)
    return Build.takeError();
  return S.Builds.programs().codeHash(*Build) != S.Builds.plainHash();
}

bool CodeSteps::mayHaveNoCode() const {
  return S.makesProfile() && all_of(S.Result.Groups, [](const HintGroup &G) {
           return isIndirect(G.type());
         });
}

void CodeSteps::dropGroupsWithoutCode() {
  for (const HintGroup &G : S.Result.Groups)
    S.Result.Others.push_back(
        {G.Place, "the compiler has no address to load ahead "
                  "(-Rpass-missed=udpc says why): " +
                      G.Reason});
  S.Result.Groups.clear();
  S.Variants.clear();
}

Error CodeSteps::dropIdle(GroupSet &Without) {
  GroupSet Current, BySmallest;
  for (unsigned G = 0; G != S.Result.Groups.size(); ++G) {
    Current.push_back(G);
    if (isIndirect(S.Result.Groups[G].type()))
      BySmallest.push_back(G);
  }
  llvm::sort(BySmallest, [&](unsigned A, unsigned B) {
    return std::pair(S.Result.Groups[A].Share, A) <
           std::pair(S.Result.Groups[B].Share, B);
  });
  auto CodeOf = [&](const GroupSet &Which) -> Expected<uint64_t> {
    Expected<std::string> Build = S.buildOf(Which, "");
    if (!Build)
      return Build.takeError();
    return S.Builds.programs().codeHash(*Build);
  };
  Expected<uint64_t> Code = CodeOf(Current);
  if (!Code)
    return Code.takeError();
  GroupSet Dropped;
  for (unsigned G : BySmallest) {
    if (!hasTimeForCode())
      break;
    GroupSet Others = Current;
    llvm::erase(Others, G);
    Expected<uint64_t> CodeOfOthers = CodeOf(Others);
    if (!CodeOfOthers)
      return CodeOfOthers.takeError();
    if (*CodeOfOthers != *Code)
      continue;
    Expected<bool> Has = hasCode(S.Result.Groups, {G});
    if (!Has)
      return Has.takeError();
    if (*Has) {
      Current = std::move(Others);
      Dropped.push_back(G);
    } else {
      Without.push_back(G);
    }
  }
  // Backwards, so that indices stay valid.
  llvm::sort(Dropped, std::greater<unsigned>());
  for (unsigned G : Dropped) {
    const HintGroup &Idle = S.Result.Groups[G];
    std::string Why = "the hints of other lines prefetch the same";
    // Given hints have neither a place nor a reason.
    if (!Idle.Reason.empty())
      Why += ": " + Idle.Reason;
    S.Result.Others.push_back(
        {Idle.Place.empty() ? Idle.Line.shortText() : Idle.Place, Why});
    S.Result.Groups.erase(S.Result.Groups.begin() + G);
    S.Variants.erase(S.Variants.begin() + G);
    for (unsigned &W : Without)
      W -= W > G;
  }
  return Error::success();
}

Expected<GroupSet> CodeSteps::moveToCode(GroupSet Without) {
  std::vector<std::vector<HintGroup>> Places;
  size_t Most = 0;
  for (unsigned G : Without) {
    Places.push_back(placesOf(S.Result.Groups[G]));
    Most = std::max(Most, Places.back().size());
  }
  std::vector<bool> IsMoved(Without.size());
  for (size_t Place = 0; Place != Most && hasTimeForCode(); ++Place) {
    // Usually no place makes code, which one build of all groups shows.
    GroupSet Open, All;
    std::vector<HintGroup> Moved;
    for (unsigned I = 0; I != Without.size(); ++I)
      if (!IsMoved[I] && Place < Places[I].size()) {
        All.push_back(Open.size());
        Open.push_back(I);
        Moved.push_back(Places[I][Place]);
      }
    if (Open.empty())
      continue;
    Expected<bool> Has = hasCode(Moved, All);
    if (!Has)
      return Has.takeError();
    for (unsigned I = 0; *Has && I != Open.size() && hasTimeForCode(); ++I) {
      Expected<bool> HasOwn = Open.size() == 1 ? true : hasCode(Moved, {I});
      if (!HasOwn)
        return HasOwn.takeError();
      if (!*HasOwn)
        continue;
      IsMoved[Open[I]] = true;
      S.Variants[Without[Open[I]]] = variantsOf(Moved[I], *S.Processor);
      S.Result.Groups[Without[Open[I]]] = Moved[I];
    }
  }
  GroupSet Left;
  for (unsigned I = 0; I != Without.size(); ++I)
    if (!IsMoved[I]) {
      Left.push_back(Without[I]);
      S.Variants[Without[I]].resize(1, S.Result.Groups[Without[I]]);
    }
  return Left;
}

/// Share of the latency of the program's misses below which a group is not
/// worth trying.
static constexpr double LeastShareOfNextLine = 0.05;

Expected<GroupSet> CodeSteps::tryNextLines(GroupSet Without) {
  GroupSet Left;
  for (unsigned G : Without) {
    HintGroup Next = S.Result.Groups[G].withNextLine();
    bool IsWorth = Next.Share >= LeastShareOfNextLine && hasTimeForCode();
    Expected<bool> Has = IsWorth ? hasCode(Next, {0}) : false;
    if (!Has)
      return Has.takeError();
    if (!*Has) {
      Left.push_back(G);
      continue;
    }
    Next.Reason = "the compiler has no address to load ahead "
                  "(-Rpass-missed=udpc says why), so the next line: " +
                  Next.Reason;
    S.Variants[G] = variantsOf(Next, *S.Processor);
    S.Result.Groups[G] = std::move(Next);
  }
  return Left;
}

Error CodeSteps::dropEqualPlaces() {
  // Groups vary together, so one build tells of all.
  GroupSet All;
  std::vector<HintGroup> First;
  std::set<std::pair<HintType, unsigned>> Places;
  for (const std::vector<HintGroup> &V : S.Variants) {
    All.push_back(All.size());
    First.push_back(V.front());
    if (isIndirect(V.front().type()))
      for (const HintGroup &G : V)
        Places.insert(G.loop());
  }
  std::set<uint64_t> Codes;
  auto IsNew = [&](ArrayRef<HintGroup> Groups) -> Expected<bool> {
    Expected<std::string> Build =
        S.Builds.withHints(hintsOf(Groups, All, S.HasHashes), "");
    if (!Build)
      return Build.takeError();
    return Codes.insert(S.Builds.programs().codeHash(*Build)).second;
  };
  if (Places.empty())
    return Error::success();
  if (Expected<bool> New = IsNew(First); !New)
    return New.takeError();
  for (auto Place : Places) {
    if (!hasTimeForCode())
      break;
    std::vector<HintGroup> Moved = First;
    for (HintGroup &G : Moved)
      if (isIndirect(G.type()))
        if (auto Other = G.withPlace(Place.first, Place.second))
          G = std::move(*Other);
    Expected<bool> New = IsNew(Moved);
    if (!New)
      return New.takeError();
    if (*New)
      continue;
    S.EqualPlaces.insert(Place);
    for (std::vector<HintGroup> &V : S.Variants)
      V.erase(std::remove_if(V.begin() + 1, V.end(),
                             [&](const HintGroup &G) {
                               return isIndirect(G.type()) &&
                                      G.loop() == Place &&
                                      V.front().loop() != Place;
                             }),
              V.end());
  }
  return Error::success();
}

Error CodeSteps::addRivals() {
  if (S.Rivals.empty())
    return Error::success();
  sayInLoop((S.Result.Groups.empty() ? "nothing is recommended: trying"
                                     : "also trying") +
            (" the misses of " + linesText(S.Rivals.size())));
  for (HintGroup &G : S.Rivals) {
    // Where nothing is recommended, they are all that may pay.
    if (!S.Result.Groups.empty() && !hasTimeForCode())
      break;
    Expected<bool> Has = hasCode(G, {0});
    if (!Has)
      return Has.takeError();
    if (!*Has)
      continue;
    // It has a hint now.
    llvm::erase_if(S.Result.Others, [&](const NotRecommended &N) {
      return N.Place == G.Place && StringRef(G.Reason).ends_with(N.Reason);
    });
    S.Variants.push_back(variantsOf(G, *S.Processor));
    S.Result.Groups.push_back(std::move(G));
  }
  return Error::success();
}

Error CodeSteps::run() {
  GroupSet All, Without;
  for (unsigned G = 0; G != S.Result.Groups.size(); ++G)
    All.push_back(G);
  if (!All.empty()) {
    Expected<std::string> Build =
        S.buildOf(All, "with the hints of " + linesText(All.size()));
    if (!Build)
      return Build.takeError();
    if (S.Builds.programs().codeHash(*Build) == S.Builds.plainHash()) {
      if (!mayHaveNoCode())
        return createStringError(
            "the code is the same with hints and without: let the build "
            "command compile everything with udpc-clang each time (make -B), "
            "and see udpc hints check; its output is in " +
            S.Builds.log());
      Without = All;
    } else if (Error E = S.Measure->run(*Build).takeError()) {
      return E;
    }
  }
  LoopTime Known(S.Options.TimeBudget, S.Journal.secondsOfRun(),
                 S.Builds.secondsOfBuild());
  EndOfCode =
      S.Journal.spent() + CodeShare * (Known.budget() - S.Journal.spent());
  if (All.size() > 1 && Without.empty())
    if (Error E = dropIdle(Without))
      return E;
  unsigned Number = S.Result.Groups.size();
  Expected<GroupSet> Left = moveToCode(std::move(Without));
  if (Left)
    Left = tryNextLines(std::move(*Left));
  if (!Left)
    return Left.takeError();
  if (Number && Left->size() == Number)
    dropGroupsWithoutCode();
  if (Error E = addRivals())
    return E;
  return dropEqualPlaces();
}
