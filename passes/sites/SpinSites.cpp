//===- SpinSites.cpp - Finds spin loops -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/Markers.h"
#include "ir/Probes.h"
#include "ir/SourceNames.h"
#include "passes/sites/Finders.h"
#include "passes/sites/LoopSites.h"
#include "passes/sites/SpinLoops.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

namespace {

class SpinFinder {
public:
  SpinFinder(Module &M, const EventSpec &Spec, const Markers &Marks,
             SitePlan &Plan, EntryMatches &Matches)
      : Spec(Spec), Marks(Marks), Matches(Matches), Spins(M),
        Planner(Spec, Plan, Matches) {
    for (const SpecEntry &E : Spec.Entries)
      if (E.isSpin())
        Matchers.emplace_back(E);
  }

  bool empty() const { return Matchers.empty(); }
  void findIn(Function &F);

private:
  void declareIn(Function &F, const LoopInfo &Loops);
  void findAll(const Loop &L, ArrayRef<const SpecEntry *> Wanted);
  void findChosen(const Loop &L, const SpecEntry &Entry);
  void add(const SpecEntry &Entry, const Loop &L, StringRef Reason);
  void refuse(const Loop &L, StringRef Reason);

  const EventSpec &Spec;
  const Markers &Marks;
  EntryMatches &Matches;
  std::deque<Matcher> Matchers;
  SpinLoops Spins;
  LoopPlanner Planner;
};

} // namespace

/// Declares the names that the source gives the loops of \p F.
void SpinFinder::declareIn(Function &F, const LoopInfo &Loops) {
  for (const Markers::Spin &S : Marks.Spins)
    if (S.Call->getFunction() == &F)
      if (const Loop *L = Loops.getLoopFor(S.Call->getParent()))
        Spins.declare(*L, S.Name);
  for (const std::string &Name : Markers::namesOf(F, SpinAttribute))
    for (const Loop *L : Loops)
      Spins.declare(*L, Name);
}

void SpinFinder::add(const SpecEntry &Entry, const Loop &L, StringRef Reason) {
  std::optional<std::vector<CountPoint>> Points;
  if (Entry.Kind == abi::SiteKind::SpinExecution) {
    Points = edgesOf(L, /*Iterations=*/false);
  } else {
    Points.emplace();
    for (const Loop *Part : Spins.partsOf(L)) {
      auto Back = edgesOf(*Part, /*Iterations=*/true);
      if (!Back) {
        Points.reset();
        break;
      }
      llvm::append_range(*Points, *Back);
    }
  }
  Planner.add(Entry, L, positionOf(L), std::move(Points), Reason);
}

void SpinFinder::refuse(const Loop &L, StringRef Reason) {
  Function &F = *L.getHeader()->getParent();
  OptimizationRemarkEmitter ORE(&F);
  ORE.emit([&] {
    return OptimizationRemarkMissed("udpc", "NoSpin", L.getStartLoc(),
                                    L.getHeader())
           << "no spin loop in "
           << ore::NV("Function", sourceNamesOf(F).signature()) << ": "
           << ore::NV("Reason", Reason);
  });
}

/// Adds the spin loops in \p L. A nested spin loop is part of the outer one.
void SpinFinder::findAll(const Loop &L, ArrayRef<const SpecEntry *> Wanted) {
  SpinVerdict Verdict = Spins.verdictOf(L);
  if (Verdict.IsSpin) {
    for (const SpecEntry *Entry : Wanted)
      add(*Entry, L, Verdict.Reason);
    return;
  }
  refuse(L, Verdict.Reason);
  for (const Loop *Inner : L)
    findAll(*Inner, Wanted);
}

/// Adds the spin loops in \p L that \p Entry names or locates, which may also
/// be parts of others.
void SpinFinder::findChosen(const Loop &L, const SpecEntry &Entry) {
  if (isAt(Entry, positionOf(L)) && Spins.isNamed(L, Entry)) {
    SpinVerdict Verdict = Spins.verdictOf(L);
    if (Verdict.IsSpin)
      return add(Entry, L, Verdict.Reason);
    refuse(L, Verdict.Reason);
    Matches.Reason[&Entry - Spec.Entries.data()] =
        "the loop there is no spin loop: " + Verdict.Reason;
  }
  for (const Loop *Inner : L)
    findChosen(*Inner, Entry);
}

void SpinFinder::findIn(Function &F) {
  SmallVector<const SpecEntry *> Wanted = wantedIn(F, Matchers);
  if (Wanted.empty())
    return;
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  declareIn(F, Loops);
  SmallVector<const SpecEntry *> Chosen, Any;
  for (const SpecEntry *Entry : Wanted)
    (Entry->NameGlob.empty() && !Entry->Line ? Any : Chosen).push_back(Entry);
  for (const Loop *L : Loops) {
    if (!Any.empty())
      findAll(*L, Any);
    for (const SpecEntry *Entry : Chosen)
      findChosen(*L, *Entry);
  }
}

void udpc::findSpinSites(Module &M, const EventSpec &Spec, const Markers &Marks,
                         SitePlan &Plan, EntryMatches &Matches) {
  SpinFinder Finder(M, Spec, Marks, Plan, Matches);
  if (Finder.empty())
    return;
  for (Function &F : M)
    Finder.findIn(F);
}

std::vector<ProbePoint> udpc::findSpinProbes(const EventSpec &Spec,
                                             const Markers &Marks) {
  std::vector<ProbePoint> Points;
  if (none_of(Spec.Entries, [](const SpecEntry &E) { return E.isSpin(); }))
    return Points;
  for (const Markers::Spin &S : Marks.Spins)
    Points.push_back({S.Call,
                      {Probe::Spin, S.Name, "", 0, 0,
                       S.Call->getFunction()->getName().str()}});
  return Points;
}
