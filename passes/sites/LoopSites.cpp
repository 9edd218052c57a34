//===- LoopSites.cpp - Finds loops ----------------------------------------===//
//
// Runs on the front end's IR, where each natural loop of the source is one
// loop. A loop is executed when control enters its header from outside, and
// iterated when control takes a back edge.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/sites/LoopSites.h"
#include "ir/SourceNames.h"
#include "passes/sites/Finders.h"
#include "passes/sites/SourceFunction.h"
#include "profdata/tables/SiteTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <deque>

using namespace llvm;
using namespace udpc;

/// Whether the edge can be split.
static bool canSplit(const BasicBlock *From, const BasicBlock *To) {
  return !To->isEHPad() &&
         !isa<IndirectBrInst, CallBrInst>(From->getTerminator());
}

std::optional<std::vector<CountPoint>> udpc::edgesOf(const Loop &L,
                                                     bool Iterations) {
  std::vector<CountPoint> Points;
  BasicBlock *Header = L.getHeader();
  for (BasicBlock *From : predecessors(Header)) {
    if (L.contains(From) != Iterations)
      continue;
    if (!canSplit(From, Header))
      return std::nullopt;
    // A switch may have several cases with this successor.
    if (any_of(Points, [&](const CountPoint &P) { return P.From == From; }))
      continue;
    Points.push_back(CountPoint::onEdge(From, Header, 0));
    Points.back().IsBackEdge = Iterations;
  }
  return Points;
}

LoopPosition udpc::positionOf(const Loop &L) {
  LoopPosition P;
  P.Start = L.getStartLoc();
  P.File = positionOf(*L.getHeader()->getParent()).File;
  if (const DILocation *At = P.Start.get())
    P.File = absolutePath(At->getFilename(), At->getDirectory());
  return P;
}

bool udpc::isAt(const SpecEntry &Entry, const LoopPosition &P) {
  return !Entry.Line || (P.Start && P.Start.getLine() == Entry.Line &&
                         endsWithPath(P.File, Entry.AtFile));
}

//===----------------------------------------------------------------------===//
// LoopPlanner
//===----------------------------------------------------------------------===//

void LoopPlanner::found(const SpecEntry &Entry, const Loop &L,
                        StringRef Reason) {
  Function &F = *L.getHeader()->getParent();
  OptimizationRemarkEmitter ORE(&F);
  ORE.emit([&] {
    OptimizationRemark R("udpc", "Site", L.getStartLoc(), L.getHeader());
    R << "event '" << ore::NV("Event", Spec.Events[Entry.Event].Name)
      << "': " << commandWord(Entry.Command) << " at each "
      << kindWord(Entry.Kind);
    if (Reason.empty())
      R << ", for loop \"" << ore::NV("Pattern", Entry.Pattern) << "\"";
    else
      R << " of a loop in " << ore::NV("Function", sourceNamesOf(F).signature())
        << ": " << ore::NV("Reason", Reason);
    return R;
  });
}

void LoopPlanner::missed(const SpecEntry &Entry, const Loop &L,
                         StringRef Reason) {
  Matches.Reason[&Entry - Spec.Entries.data()] = Reason.str();
  OptimizationRemarkEmitter ORE(L.getHeader()->getParent());
  ORE.emit([&] {
    return OptimizationRemarkMissed("udpc", "NoSite", L.getStartLoc(),
                                    L.getHeader())
           << "event '" << ore::NV("Event", Spec.Events[Entry.Event].Name)
           << "': no " << kindWord(Entry.Kind)
           << " site: " << ore::NV("Reason", Reason);
  });
}

void LoopPlanner::addPoints(unsigned Number, const Loop &L,
                            std::vector<CountPoint> Points) {
  Site &S = Plan.Sites[Number];
  if (Plan.Use == SlotSharing::PerSite) {
    for (CountPoint &P : Points) {
      P.Slot = Number;
      Plan.addPoint(S, P);
    }
    return;
  }
  auto [It, New] = Slots.try_emplace(
      {L.getHeader(), static_cast<unsigned>(S.Entry->Kind)}, 0);
  if (New) {
    It->second = Plan.addSlot();
    for (CountPoint &P : Points) {
      P.Slot = It->second;
      Plan.Points.push_back(P);
    }
  }
  S.Candidates.push_back({It->second, 0, 0, 0, 0});
}

void LoopPlanner::add(const SpecEntry &Entry, const Loop &L,
                      const LoopPosition &Where,
                      std::optional<std::vector<CountPoint>> Points,
                      StringRef Reason) {
  if (!Points)
    return missed(Entry, L,
                  "control enters or repeats it by an indirect branch or an "
                  "exception: there is no place for code");
  Site S;
  S.Entry = &Entry;
  S.File = Where.File;
  S.Line = Where.Start ? Where.Start.getLine() : 0;
  S.Column = Where.Start ? Where.Start.getCol() : 0;
  S.Function = L.getHeader()->getParent()->getName().str();
  auto [Number, NewSite] = Plan.addSite(std::move(S));
  // Several loops may begin at one place, in a macro or without debug info:
  // they are one site.
  if (Known.insert({Number, L.getHeader()}).second)
    addPoints(Number, L, std::move(*Points));
  ++Matches.NumSites[&Entry - Spec.Entries.data()];
  found(Entry, L, Reason);
}

//===----------------------------------------------------------------------===//
// All loops
//===----------------------------------------------------------------------===//

void udpc::findLoopSites(Module &M, const EventSpec &Spec, SitePlan &Plan,
                         EntryMatches &Matches) {
  std::deque<Matcher> Matchers;
  for (const SpecEntry &E : Spec.Entries)
    if (E.isLoop())
      Matchers.emplace_back(E);
  if (Matchers.empty())
    return;
  LoopPlanner Planner(Spec, Plan, Matches);
  for (Function &F : M) {
    SmallVector<const SpecEntry *> Wanted = wantedIn(F, Matchers);
    if (Wanted.empty())
      continue;
    DominatorTree Dominators(F);
    LoopInfo Loops(Dominators);
    for (const Loop *L : Loops.getLoopsInPreorder()) {
      LoopPosition Where = positionOf(*L);
      for (const SpecEntry *Entry : Wanted)
        if (isAt(*Entry, Where))
          Planner.add(*Entry, *L, Where,
                      edgesOf(*L, Entry->Kind == abi::SiteKind::LoopIteration));
    }
  }
}

static bool hasLoops(const Function &F) {
  DominatorTree Dominators(const_cast<Function &>(F));
  return !LoopInfo(Dominators).empty();
}

SmallVector<const SpecEntry *>
udpc::wantedIn(const Function &F, const std::deque<Matcher> &Matchers) {
  SmallVector<const SpecEntry *> Wanted;
  if (F.isDeclaration() || isCompilerGenerated(F.getName()))
    return Wanted;
  FunctionNames Names = sourceNamesOf(F);
  for (const Matcher &M : Matchers)
    if (M.matches(Names))
      Wanted.push_back(&M.entry());
  if (Wanted.empty() || reasonNotToCount(F, Names).empty())
    return Wanted;
  // No remark is emitted for a variant of a constructor: the variant that
  // counts has its loops.
  StringRef Reason = reasonNotToAdd(F, AddedCode::InIR);
  if (!Reason.empty() && hasLoops(F))
    for (const SpecEntry *Entry : Wanted)
      OptimizationRemarkEmitter(&F).emit([&] {
        return OptimizationRemarkMissed("udpc", "NoSite", &F)
               << "no " << kindWord(Entry->Kind) << " site in "
               << ore::NV("Function", Names.signature()) << ": "
               << ore::NV("Reason", Reason);
      });
  Wanted.clear();
  return Wanted;
}
