//===- RewritePlanner.cpp - Plans the sites of a module -------------------===//
//
// Each site has points: instructions at which it counts. Regions are made until
// each point is in one. Then the regions and the patches that jump to them are
// written.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "rewrite/code/Exits.h"
#include "rewrite/plan/PlanWriter.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace udpc;

namespace {

class RewritePlanner {
public:
  RewritePlanner(const ModuleCode::Contents &C, ArrayRef<PlannedSite> Sites,
                 const PlanOptions &Options)
      : C(C), Sites(Sites), Covered(C, Options) {}

  Expected<RewritePlan> run();

private:
  struct SitePoints {
    std::vector<std::pair<uint64_t, PointKind>> Points;
    std::vector<std::pair<uint64_t, uint64_t>> Redirects; ///< From, to.
    bool refuse(SiteOutcome &O, SiteRefusal Why, uint64_t Where) {
      O.Refusal = Why;
      O.Where = Where;
      return false;
    }
  };

  bool findPoints(const PlannedSite &Site, SitePoints &P, SiteOutcome &O) const;
  bool findEntry(const PlannedSite &Site, SitePoints &P, SiteOutcome &O) const;
  bool findReturns(const PlannedSite &Site, SitePoints &P,
                   SiteOutcome &O) const;
  bool checkInstruction(uint64_t Address, SitePoints &P, SiteOutcome &O) const;
  SmallVector<AddressRange, 1> rangesOf(const PlannedSite &Site) const;
  bool coverAll(SitePoints &P, SiteOutcome &O);
  void addPoints(uint32_t Site, const SitePoints &P);

  const ModuleCode::Contents &C;
  ArrayRef<PlannedSite> Sites;
  PatchRegions Covered;
  PointMap Points;
  RedirectMap Redirects;
};

} // namespace

bool RewritePlanner::checkInstruction(uint64_t Address, SitePoints &P,
                                      SiteOutcome &O) const {
  if (!C.sectionAt(Address))
    return P.refuse(O, SiteRefusal::NotCode, Address);
  uint16_t Flags = C.flagsAt(Address);
  if (Flags & SignalReturnByte)
    return P.refuse(O, SiteRefusal::AddressSensitive, Address);
  if (Flags & GoByte)
    return P.refuse(O, SiteRefusal::GoCode, Address);
  if (Flags & CopiedByte)
    return P.refuse(O, SiteRefusal::CopiedCode, Address);
  if (Flags & OverlapByte)
    return P.refuse(O, SiteRefusal::Overlapping, Address);
  if (Flags & ReachedStart)
    return true;
  return P.refuse(O,
                  Flags & ReachedByte ? SiteRefusal::NotInstruction
                                      : SiteRefusal::NotReached,
                  Address);
}

SmallVector<AddressRange, 1>
RewritePlanner::rangesOf(const PlannedSite &Site) const {
  if (!Site.Ranges.empty())
    return Site.Ranges;
  auto F = partition_point(C.Functions, [&](const CodeFunction &F) {
    return F.begin() < Site.Address;
  });
  if (F != C.Functions.end() && F->begin() == Site.Address)
    return F->Ranges;
  int32_t Range = C.rangeAt(Site.Address);
  if (Range < 0)
    return {};
  return {C.Ranges[Range].Range};
}

bool RewritePlanner::findEntry(const PlannedSite &Site, SitePoints &P,
                               SiteOutcome &O) const {
  if (!checkInstruction(Site.Address, P, O))
    return false;
  uint64_t First = Site.Address;
  if (ModuleInstruction I = C.instructionAt(First); I.IsEndbr) {
    First = I.end();
    if (!checkInstruction(First, P, O))
      return false;
    if (C.flagsAt(First) & IndirectTarget)
      return P.refuse(O, SiteRefusal::EntryIsTarget, First);
  }
  int32_t Range = C.rangeAt(Site.Address);
  if (Range >= 0 && C.Ranges[Range].BeginsAtTableTarget)
    return P.refuse(O, SiteRefusal::EntryIsTarget, Site.Address);
  P.Points.push_back({First, PointKind::Entry});

  SmallVector<AddressRange, 1> Ranges = rangesOf(Site);
  bool IsKnown = true;
  auto NoteBack = [&](const FlowInstruction &F) {
    bool IsInside =
        any_of(Ranges, [&](AddressRange R) { return R.contains(F.Address); });
    if (!IsInside || F.Kind == Flow::Call)
      return;
    IsKnown &= F.IsReached;
    P.Redirects.push_back({F.Address, First});
  };
  C.forEachFlowTo(Site.Address, NoteBack);
  if (First != Site.Address)
    C.forEachFlowTo(First, NoteBack);
  return IsKnown || P.refuse(O, SiteRefusal::EntryLoop, Site.Address);
}

bool RewritePlanner::findReturns(const PlannedSite &Site, SitePoints &P,
                                 SiteOutcome &O) const {
  std::vector<FunctionExit> Exits;
  SmallVector<AddressRange, 1> Ranges = rangesOf(Site);
  if (Ranges.empty())
    return P.refuse(O, SiteRefusal::NotReached, Site.Address);
  uint64_t Where = Site.Address;
  if (auto Why = findExits(C, Ranges, Exits, Where))
    return P.refuse(O, *Why, Where);
  for (FunctionExit E : Exits) {
    if (!checkInstruction(E.Address, P, O))
      return false;
    PointKind Kind = E.Condition == ExitCondition::Always ? PointKind::Always
                     : E.Condition == ExitCondition::IfTaken
                         ? PointKind::IfTaken
                         : PointKind::IfOutside;
    P.Points.push_back({E.Address, Kind});
  }
  return true;
}

bool RewritePlanner::findPoints(const PlannedSite &Site, SitePoints &P,
                                SiteOutcome &O) const {
  if (Site.Kind == PlannedSiteKind::Offset) {
    P.Points.push_back({Site.Address, PointKind::Always});
    return checkInstruction(Site.Address, P, O);
  }
  int32_t Range = C.rangeAt(Site.Address);
  if (Range >= 0 && C.Ranges[Range].IsResolver)
    return P.refuse(O, SiteRefusal::Resolver, Site.Address);
  return Site.Kind == PlannedSiteKind::Entry ? findEntry(Site, P, O)
                                             : findReturns(Site, P, O);
}

/// Puts all points and short redirects of the site into regions.
bool RewritePlanner::coverAll(SitePoints &P, SiteOutcome &O) {
  auto Cover = [&](uint64_t Address) {
    std::optional<SiteRefusal> Why = Covered.cover(Address);
    return !Why || P.refuse(O, *Why, Address);
  };
  for (auto [Address, Kind] : P.Points)
    if (!Cover(Address))
      return false;
  for (auto [From, To] : P.Redirects) {
    ModuleInstruction I = C.instructionAt(From);
    bool HasRoom = !I.IsShort && I.IsMovable;
    if (!HasRoom && !Cover(From))
      return P.refuse(O, SiteRefusal::EntryLoop, From);
  }
  return true;
}

void RewritePlanner::addPoints(uint32_t Site, const SitePoints &P) {
  SmallVector<AddressRange, 1> Ranges = rangesOf(Sites[Site]);
  // An indirect jump to the function's first instruction is a tail call of the
  // function to itself, unless a jump table leads there.
  if (int32_t Range = Ranges.empty() ? -1 : C.rangeAt(Ranges.front().Begin);
      Range >= 0 && !C.Ranges[Range].BeginsAtTableTarget &&
      C.Ranges[Range].Range.Begin == Ranges.front().Begin)
    ++Ranges.front().Begin;
  for (auto [Address, Kind] : P.Points)
    Points[Address].push_back({Site, Sites[Site].Slot, Kind, Ranges});
  for (auto [From, To] : P.Redirects) {
    Redirects[From].To = To;
    Redirects[From].Sites.push_back(Site);
  }
}

Expected<RewritePlan> RewritePlanner::run() {
  RewritePlan Plan;
  Plan.Outcomes.resize(Sites.size());
  std::vector<SitePoints> Found(Sites.size());
  // Regions of returns may begin before the return, so points with a fixed
  // place come first.
  for (bool IsReturn : {false, true}) {
    for (const auto &[Number, Site] : enumerate(Sites)) {
      if ((Site.Kind == PlannedSiteKind::Return) != IsReturn)
        continue;
      SitePoints &P = Found[Number];
      SiteOutcome &O = Plan.Outcomes[Number];
      if (!findPoints(Site, P, O) || !coverAll(P, O))
        continue;
      O.IsDone = true;
      addPoints(Number, P);
    }
  }
  Covered.removeUnneeded([&](const PatchRegion &R) {
    auto Point = Points.lower_bound(R.Begin);
    auto From = Redirects.lower_bound(R.Begin);
    return (Point != Points.end() && Point->first < R.CodeEnd) ||
           (From != Redirects.end() && From->first < R.CodeEnd);
  });
  for (auto [Number, P] : enumerate(Found))
    for (auto [Address, Kind] : P.Points)
      if (SiteOutcome &O = Plan.Outcomes[Number]; O.IsDone)
        O.Method = std::max(O.Method, Covered.at(Address)->Method);
  if (Error E = writePlan(C, Covered, Points, Redirects, Plan))
    return std::move(E);
  return std::move(Plan);
}

Expected<RewritePlan> udpc::planRewrite(const ModuleCode &Module,
                                        ArrayRef<PlannedSite> Sites,
                                        const PlanOptions &Options) {
  return RewritePlanner(Module.contents(), Sites, Options).run();
}
