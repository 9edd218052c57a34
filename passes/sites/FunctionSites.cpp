//===- FunctionSites.cpp - Finds entries, returns and unwinds -------------===//
//
// Runs on the front end's IR, before any optimisation: each function of the
// source is still one function, and each of its executions enters it once.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/SourceNames.h"
#include "passes/sites/Finders.h"
#include "passes/sites/SourceFunction.h"
#include "profdata/tables/SiteTable.h"
#include "spec/Matching.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <deque>

using namespace llvm;
using namespace udpc;

namespace {

/// The sites of one function. With shared slots, one slot for each kind
/// suffices for any number of events and points.
class FunctionSites {
public:
  FunctionSites(Function &F, SitePlan &Plan) : F(F), Plan(Plan) {}

  void add(const SpecEntry &Entry, const SourcePosition &Where);

private:
  std::vector<CountPoint> points(abi::SiteKind Kind, unsigned Slot) const;
  unsigned sharedSlot(abi::SiteKind Kind);

  Function &F;
  SitePlan &Plan;
  SmallDenseMap<uint8_t, unsigned, 4> Slots;
};

} // namespace

std::vector<CountPoint> FunctionSites::points(abi::SiteKind Kind,
                                              unsigned Slot) const {
  std::vector<CountPoint> Points;
  switch (Kind) {
  case abi::SiteKind::Entry:
    Points.push_back(CountPoint::before(
        &*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(), Slot));
    break;
  case abi::SiteKind::Return:
    for (BasicBlock &BB : F) {
      if (!isa<ReturnInst>(BB.getTerminator()))
        continue;
      // No code is allowed between a musttail call and its return: control
      // leaves the function at the call.
      Instruction *TailCall = BB.getTerminatingMustTailCall();
      Points.push_back(
          CountPoint::before(TailCall ? TailCall : BB.getTerminator(), Slot));
    }
    break;
  case abi::SiteKind::Unwind:
    Points.push_back(CountPoint::onUnwind(&F, Slot));
    break;
  default:
    llvm_unreachable("not a kind of this file");
  }
  return Points;
}

unsigned FunctionSites::sharedSlot(abi::SiteKind Kind) {
  auto [It, New] = Slots.try_emplace(static_cast<uint8_t>(Kind), 0);
  if (New) {
    It->second = Plan.addSlot();
    append_range(Plan.Points, points(Kind, It->second));
  }
  return It->second;
}

void FunctionSites::add(const SpecEntry &Entry, const SourcePosition &Where) {
  Site S;
  S.Entry = &Entry;
  S.File = Where.File;
  S.Line = Where.Line;
  S.Function = F.getName().str();
  if (Plan.Use == SlotSharing::PerPlace) {
    S.Candidates.push_back({sharedSlot(Entry.Kind), 0, 0, 0, 0});
    Plan.addSite(std::move(S));
    return;
  }
  auto [Number, New] = Plan.addSite(std::move(S));
  if (New)
    for (const CountPoint &P : points(Entry.Kind, Number))
      Plan.addPoint(Plan.Sites[Number], P);
}

void udpc::findFunctionSites(Module &M, const EventSpec &Spec, SitePlan &Plan,
                             EntryMatches &Matches) {
  std::deque<Matcher> Matchers;
  std::vector<std::pair<const SpecEntry *, const Matcher *>> Wanted;
  for (const SpecEntry &E : Spec.Entries)
    if (E.isFunction() && !E.isReturnStatement())
      Wanted.push_back({&E, &Matchers.emplace_back(E)});
  if (Wanted.empty())
    return;

  std::vector<FunctionNames> AllNames;
  SmallPtrSet<const SpecEntry *, 8> DefinedElsewhere;
  FunctionPositions Positions;
  for (Function &F : M) {
    if (F.isIntrinsic() || isCompilerGenerated(F.getName()))
      continue;
    FunctionNames Names = sourceNamesOf(F);
    if (Matches.WantsNames)
      AllNames.push_back(Names);
    if (F.isDeclaration()) {
      for (const auto &W : Wanted)
        if (W.second->matches(Names))
          DefinedElsewhere.insert(W.first);
      continue;
    }
    FunctionSites Sites(F, Plan);
    std::optional<SourcePosition> Where;
    OptimizationRemarkEmitter ORE(&F);
    for (const auto &W : Wanted) {
      const SpecEntry *Entry = W.first;
      if (!W.second->matches(Names))
        continue;
      size_t Index = Entry - Spec.Entries.data();
      StringRef Event = Spec.Events[Entry->Event].Name;
      StringRef Reason = reasonNotToCount(F, Names);
      if (!Reason.empty()) {
        Matches.Reason[Index] = (Names.signature() + ": " + Reason).str();
        ORE.emit([&] {
          return OptimizationRemarkMissed("udpc", "NoSite", &F)
                 << "event '" << ore::NV("Event", Event) << "': no "
                 << kindWord(Entry->Kind) << " site in "
                 << ore::NV("Function", Names.signature()) << ": "
                 << ore::NV("Reason", Reason);
        });
        continue;
      }
      if (!Where)
        Where = Positions.of(F);
      Sites.add(*Entry, *Where);
      ++Matches.NumSites[Index];
      ORE.emit([&] {
        return OptimizationRemark("udpc", "Site", &F)
               << "event '" << ore::NV("Event", Event)
               << "': " << commandWord(Entry->Command) << " at each "
               << kindWord(Entry->Kind) << " of "
               << ore::NV("Function", Names.signature()) << ", for "
               << kindWord(Entry->Kind) << " \""
               << ore::NV("Pattern", Entry->Pattern) << "\"";
      });
    }
  }

  if (!Matches.WantsNames)
    return;
  for (auto [Entry, Match] : Wanted) {
    size_t Index = Entry - Spec.Entries.data();
    if (!Matches.NumSites[Index] && !DefinedElsewhere.contains(Entry))
      Matches.Near[Index] =
          proposeFunctions(Entry->Literal, Entry->Mangled, AllNames);
  }
}
