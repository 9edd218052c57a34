//===- ReturnStatements.cpp - Finds return statements ---------------------===//
//
// A `return` of the source is a branch in the IR, which several may share. So
// the clang plugin inserts a call before each one that the spec names.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/Markers.h"
#include "ir/SourceNames.h"
#include "passes/sites/Finders.h"
#include "passes/sites/SourceFunction.h"
#include "profdata/tables/SiteTable.h"
#include "spec/Matching.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <deque>
#include <set>

using namespace llvm;
using namespace udpc;

namespace {

class ReturnFinder {
public:
  ReturnFinder(const EventSpec &Spec, SitePlan &Plan, EntryMatches &Matches)
      : Spec(Spec), Plan(Plan), Matches(Matches) {
    for (const SpecEntry &E : Spec.Entries)
      if (E.isReturnStatement())
        Matchers.emplace_back(E);
  }

  void find(CallInst &Call);
  void explain(Module &M);

private:
  void add(const SpecEntry &Entry, CallInst &Call, const std::string &File);
  void remark(const SpecEntry &Entry, CallInst &Call, StringRef Reason);

  const EventSpec &Spec;
  SitePlan &Plan;
  EntryMatches &Matches;
  std::deque<Matcher> Matchers;
  DenseMap<CallInst *, unsigned> Slots;
};

} // namespace

void ReturnFinder::remark(const SpecEntry &Entry, CallInst &Call,
                          StringRef Reason) {
  OptimizationRemarkEmitter ORE(Call.getFunction());
  StringRef Event = Spec.Events[Entry.Event].Name;
  if (Reason.empty())
    ORE.emit([&] {
      return OptimizationRemark("udpc", "Site", &Call)
             << "event '" << ore::NV("Event", Event)
             << "': " << commandWord(Entry.Command)
             << " at this return statement, for return \""
             << ore::NV("Pattern", Entry.Pattern) << "\"";
    });
  else
    ORE.emit([&] {
      return OptimizationRemarkMissed("udpc", "NoSite", &Call)
             << "event '" << ore::NV("Event", Event)
             << "': no return site: " << ore::NV("Reason", Reason);
    });
}

void ReturnFinder::add(const SpecEntry &Entry, CallInst &Call,
                       const std::string &File) {
  ++Matches.NumSites[&Entry - Spec.Entries.data()];
  remark(Entry, Call, "");
  Site S;
  S.Entry = &Entry;
  S.File = File;
  S.Line = Call.getDebugLoc().getLine();
  S.Column = Call.getDebugLoc().getCol();
  S.Function = Call.getFunction()->getName().str();
  auto [Number, New] = Plan.addSite(std::move(S));
  Site &Counted = Plan.Sites[Number];
  if (Plan.Use == SlotSharing::PerSite) {
    Plan.addPoint(Counted, CountPoint::before(&Call, Number));
    return;
  }
  auto [Slot, NewSlot] = Slots.try_emplace(&Call, 0);
  if (NewSlot) {
    Slot->second = Plan.addSlot();
    Plan.Points.push_back(CountPoint::before(&Call, Slot->second));
  }
  Counted.Candidates.push_back({Slot->second, 0, 0, 0, 0});
}

void ReturnFinder::find(CallInst &Call) {
  const DILocation *At = Call.getDebugLoc().get();
  if (!At)
    return;
  Function &F = *Call.getFunction();
  FunctionNames Names = sourceNamesOf(F);
  std::string File = absolutePath(At->getFilename(), At->getDirectory());
  for (const Matcher &Match : Matchers) {
    const SpecEntry &Entry = Match.entry();
    if (At->getLine() != Entry.Line || !endsWithPath(File, Entry.AtFile) ||
        !Match.matches(Names))
      continue;
    StringRef Reason = reasonNotToCount(F, Names);
    if (Reason.empty()) {
      add(Entry, Call, File);
      continue;
    }
    Matches.Reason[&Entry - Spec.Entries.data()] =
        (Names.signature() + ": " + Reason).str();
    remark(Entry, Call, Reason);
  }
}

/// Sets the reasons of entries without a site. An entry without a return
/// statement at its place is an error if the function is in this module.
void ReturnFinder::explain(Module &M) {
  for (const Matcher &Match : Matchers) {
    const SpecEntry &Entry = Match.entry();
    size_t Index = &Entry - Spec.Entries.data();
    if (Matches.NumSites[Index] || !Matches.Reason[Index].empty())
      continue;
    std::string File;
    std::set<unsigned> Lines;
    bool IsKnown = false;
    for (Function &F : M) {
      if (F.isDeclaration() || isCompilerGenerated(F.getName()) ||
          !Match.matches(sourceNamesOf(F)))
        continue;
      SourcePosition Where = positionOf(F);
      if (!endsWithPath(Where.File, Entry.AtFile))
        continue;
      File = Where.File;
      IsKnown |= F.hasFnAttribute(ReturnsAttribute);
      for (StringRef Line :
           split(F.getFnAttribute(ReturnsAttribute).getValueAsString(), ' '))
        if (unsigned Number; !Line.getAsInteger(10, Number))
          Lines.insert(Number);
    }
    if (File.empty())
      continue;
    if (!IsKnown) {
      Matches.Reason[Index] =
          "return statements are known to the front end only; use udpc-clang, "
          "or add -fplugin=libudpc-clang.so -fplugin-arg-udpc-spec=" +
          Spec.File;
      continue;
    }
    Matches.Reason[Index] = (File + ":" + Twine(Entry.Line) +
                             " has no return statement of a matching function")
                                .str();
    auto Next = Lines.lower_bound(Entry.Line);
    auto AddNear = [&](unsigned Line) {
      Matches.Near[Index].Names.push_back((File + ":" + Twine(Line)).str());
    };
    if (Next != Lines.begin())
      AddNear(*std::prev(Next));
    if (Next != Lines.end())
      AddNear(*Next);
  }
}

void udpc::findReturnStatements(Module &M, const EventSpec &Spec,
                                const Markers &Marks, SitePlan &Plan,
                                EntryMatches &Matches) {
  if (none_of(Spec.Entries,
              [](const SpecEntry &E) { return E.isReturnStatement(); }))
    return;
  ReturnFinder Finder(Spec, Plan, Matches);
  for (CallInst *Call : Marks.Returns)
    Finder.find(*Call);
  Finder.explain(M);
}
