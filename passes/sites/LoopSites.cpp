//===- LoopSites.cpp - Finds loops ----------------------------------------===//
//
// Runs on the front end's IR, where each natural loop of the source is one. A
// loop is executed when control comes to its header from outside, and iterated
// when control goes back to the header from within.
//
//===----------------------------------------------------------------------===//

#include "passes/sites/Site.h"
#include "passes/sites/SourceFunction.h"
#include "profdata/SiteTable.h"
#include "llvm/ADT/DenseSet.h"
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

/// Whether a block of our own can stand between the two.
static bool canSplit(const BasicBlock *From, const BasicBlock *To) {
  return !To->isEHPad() &&
         !isa<IndirectBrInst, CallBrInst>(From->getTerminator());
}

/// The edges that make \p L's events of \p Kind; nothing when there is one that
/// has no place for code.
static std::optional<std::vector<CountPoint>> edgesOf(const Loop &L,
                                                      abi::SiteKind Kind) {
  std::vector<CountPoint> Points;
  BasicBlock *Header = L.getHeader();
  for (BasicBlock *From : predecessors(Header)) {
    if (L.contains(From) != (Kind == abi::SiteKind::LoopIteration))
      continue;
    if (!canSplit(From, Header))
      return std::nullopt;
    // A switch may have several cases that go there.
    if (any_of(Points, [&](const CountPoint &P) { return P.From == From; }))
      continue;
    Points.push_back(CountPoint::onEdge(From, Header, 0));
    Points.back().IsBackEdge = Kind == abi::SiteKind::LoopIteration;
  }
  return Points;
}

namespace {

class LoopFinder {
public:
  LoopFinder(const EventSpec &Spec, SitePlan &Plan, EntryMatches &Matches)
      : Spec(Spec), Plan(Plan), Matches(Matches) {
    for (const SpecEntry &E : Spec.Entries)
      if (E.isLoop())
        Matchers.emplace_back(E);
  }

  bool empty() const { return Matchers.empty(); }
  void findIn(Function &F);

private:
  void addLoop(const SpecEntry &Entry, Function &F, const Loop &L,
               const std::string &File, DebugLoc Start);
  void addPoints(unsigned Number, const Loop &L,
                 std::vector<CountPoint> Points);
  void remark(const SpecEntry &Entry, Function &F, DebugLoc Start,
              BasicBlock *Header, StringRef Reason);

  const EventSpec &Spec;
  SitePlan &Plan;
  EntryMatches &Matches;
  std::deque<Matcher> Matchers;
  /// Sharing slots: by header and kind.
  DenseMap<std::pair<BasicBlock *, unsigned>, unsigned> Slots;
  /// Sites, and headers of loops that are in them.
  DenseSet<std::pair<unsigned, BasicBlock *>> Known;
};

} // namespace

void LoopFinder::remark(const SpecEntry &Entry, Function &F, DebugLoc Start,
                        BasicBlock *Header, StringRef Reason) {
  OptimizationRemarkEmitter ORE(&F);
  StringRef Event = Spec.Events[Entry.Event].Name;
  if (Reason.empty())
    ORE.emit([&] {
      return OptimizationRemark("udpc", "Site", Start, Header)
             << "event '" << ore::NV("Event", Event)
             << "': " << commandWord(Entry.Command) << " at each "
             << kindWord(Entry.Kind) << ", as loop \""
             << ore::NV("Pattern", Entry.Pattern) << "\" asks";
    });
  else
    ORE.emit([&] {
      return OptimizationRemarkMissed("udpc", "NoSite", Start, Header)
             << "event '" << ore::NV("Event", Event) << "': no "
             << kindWord(Entry.Kind) << " site: " << ore::NV("Reason", Reason);
    });
}

void LoopFinder::addPoints(unsigned Number, const Loop &L,
                           std::vector<CountPoint> Points) {
  Site &S = Plan.Sites[Number];
  if (Plan.Use == SlotUse::PerSite) {
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

void LoopFinder::addLoop(const SpecEntry &Entry, Function &F, const Loop &L,
                         const std::string &File, DebugLoc Start) {
  size_t Index = &Entry - Spec.Entries.data();
  auto Points = edgesOf(L, Entry.Kind);
  if (!Points) {
    StringRef Reason = "control enters or repeats it by an indirect branch or "
                       "an exception: there is no place for code";
    Matches.Reason[Index] = Reason.str();
    return remark(Entry, F, Start, L.getHeader(), Reason);
  }
  Site S;
  S.Entry = &Entry;
  S.File = File;
  S.Line = Start ? Start.getLine() : 0;
  S.Column = Start ? Start.getCol() : 0;
  S.Function = F.getName().str();
  auto [Number, NewSite] = Plan.addSite(std::move(S));
  // Several loops may begin at one place, in a macro or without debug info:
  // they are one site and add up.
  if (Known.insert({Number, L.getHeader()}).second)
    addPoints(Number, L, std::move(*Points));
  ++Matches.NumSites[Index];
  remark(Entry, F, Start, L.getHeader(), "");
}

void LoopFinder::findIn(Function &F) {
  FunctionNames Names(F);
  SmallVector<const SpecEntry *> Wanted;
  for (const Matcher &M : Matchers)
    if (M.matches(Names))
      Wanted.push_back(&M.entry());
  if (Wanted.empty() || !reasonNotToCount(F, Names).empty())
    return;
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    DebugLoc Start = L->getStartLoc();
    std::string File = placeOf(F).File;
    if (const DILocation *At = Start.get())
      File = absolutePath(At->getFilename(), At->getDirectory());
    for (const SpecEntry *Entry : Wanted)
      if (!Entry->Line || (Start && Start.getLine() == Entry->Line &&
                           endsWithPath(File, Entry->AtFile)))
        addLoop(*Entry, F, *L, File, Start);
  }
}

void udpc::findLoopSites(Module &M, const EventSpec &Spec, SitePlan &Plan,
                         EntryMatches &Matches) {
  LoopFinder Finder(Spec, Plan, Matches);
  if (Finder.empty())
    return;
  for (Function &F : M)
    if (!F.isDeclaration() && !isCompilerGenerated(F.getName()))
      Finder.findIn(F);
}
