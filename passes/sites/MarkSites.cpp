//===- MarkSites.cpp - Finds marks ----------------------------------------===//
//
// Runs on the front end's IR, where each mark of the source is one call
// (Markers.h) or a function attribute.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "ir/Markers.h"
#include "ir/Probes.h"
#include "ir/SourceNames.h"
#include "passes/sites/Finders.h"
#include "passes/sites/SourceFunction.h"
#include "profdata/tables/SiteTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <deque>
#include <map>
#include <set>

using namespace llvm;
using namespace udpc;

namespace {

/// Matches the entries for marks.
class MarkMatching {
public:
  explicit MarkMatching(const EventSpec &Spec) {
    for (const SpecEntry &E : Spec.Entries)
      if (E.isMark())
        Matchers.emplace_back(E);
  }

  bool empty() const { return Matchers.empty(); }
  const std::deque<Matcher> &matchers() const { return Matchers; }
  const FunctionNames &namesOf(const Function &F) {
    auto At = Names.find(&F);
    if (At == Names.end())
      At = Names.emplace(&F, sourceNamesOf(F)).first;
    return At->second;
  }
  bool matches(const Matcher &Match, const Markers::Mark &Mark) {
    return Match.matchesName(Mark.Name) && Match.matches(namesOf(*Mark.In));
  }

private:
  std::deque<Matcher> Matchers;
  std::map<const Function *, FunctionNames> Names;
};

class MarkFinder {
public:
  MarkFinder(const EventSpec &Spec, SitePlan &Plan, EntryMatches &Matches)
      : Spec(Spec), Plan(Plan), Matches(Matches), Matching(Spec) {}

  void find(const Markers &Marks, MarkChoice Choice);

private:
  void findOne(const Markers::Mark &Mark);
  void explainUnmatched(const Matcher &Match, const Markers &Marks);

  const EventSpec &Spec;
  SitePlan &Plan;
  EntryMatches &Matches;
  MarkMatching Matching;
};

} // namespace

/// The source position of \p Mark.
static std::pair<SourcePosition, unsigned>
markPlace(const Markers::Mark &Mark) {
  if (Mark.Call)
    if (const DILocation *At = Mark.Call->getDebugLoc().get();
        At && At->getLine())
      return {
          {absolutePath(At->getFilename(), At->getDirectory()), At->getLine()},
          At->getColumn()};
  return {positionOf(*Mark.In), 0};
}

static Instruction *pointOf(const Markers::Mark &Mark) {
  if (Mark.Call)
    return Mark.Call;
  return &*Mark.In->getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
}

/// A remark of type \p R about \p Mark.
template <typename R>
static R remarkAt(const Markers::Mark &Mark, StringRef Name) {
  if (Mark.Call)
    return R("udpc", Name, Mark.Call);
  return R("udpc", Name, Mark.In);
}

static void explainMissed(const EventSpec &Spec, const SpecEntry &Entry,
                          const Markers::Mark &Mark, StringRef Reason) {
  OptimizationRemarkEmitter(Mark.In).emit([&] {
    return remarkAt<OptimizationRemarkMissed>(Mark, "NoSite")
           << "event '" << ore::NV("Event", Spec.Events[Entry.Event].Name)
           << "': mark '" << ore::NV("Mark", Mark.Name)
           << "' is not counted: " << ore::NV("Reason", Reason);
  });
}

void MarkFinder::findOne(const Markers::Mark &Mark) {
  std::optional<unsigned> Shared;
  std::set<unsigned> Known;
  for (const Matcher &Match : Matching.matchers()) {
    if (!Matching.matches(Match, Mark))
      continue;
    const SpecEntry &Entry = Match.entry();
    size_t Index = &Entry - Spec.Entries.data();
    const FunctionNames &Names = Matching.namesOf(*Mark.In);
    if (StringRef Reason = reasonNotToCount(*Mark.In, Names); !Reason.empty()) {
      Matches.Reason[Index] = (Names.signature() + ": " + Reason).str();
      explainMissed(Spec, Entry, Mark, Matches.Reason[Index]);
      continue;
    }
    Site S;
    S.Entry = &Entry;
    auto [Where, Column] = markPlace(Mark);
    S.File = Where.File;
    S.Line = Where.Line;
    S.Column = Column;
    S.Function = Mark.In->getName().str();
    unsigned Number = Plan.addSite(std::move(S)).first;
    // Marks of one place add up; entries of one event that match the same mark
    // count it once.
    if (Known.insert(Number).second) {
      CountPoint P = CountPoint::before(pointOf(Mark), Number);
      P.Step = Mark.Amount;
      if (Plan.Use == SlotSharing::PerSite) {
        Plan.addPoint(Plan.Sites[Number], P);
      } else {
        if (!Shared) {
          Shared = P.Slot = Plan.addSlot();
          Plan.Points.push_back(P);
        }
        Plan.Sites[Number].Candidates.push_back({*Shared, 0, 0, 0, 0});
      }
    }
    ++Matches.NumSites[Index];
    OptimizationRemarkEmitter(Mark.In).emit([&] {
      return remarkAt<OptimizationRemark>(Mark, "Site")
             << "event '" << ore::NV("Event", Spec.Events[Entry.Event].Name)
             << "': " << commandWord(Entry.Command)
             << (Mark.Amount ? " by the amount of mark '" : " at mark '")
             << ore::NV("Mark", Mark.Name) << "', for " << kindWord(Entry.Kind)
             << " \"" << ore::NV("Pattern", Entry.Pattern) << "\"";
    });
  }
}

/// Suggests the name of another mark, or another function with marks of that
/// name.
void MarkFinder::explainUnmatched(const Matcher &Match, const Markers &Marks) {
  const SpecEntry &Entry = Match.entry();
  std::vector<std::string> Names, Functions;
  for (const Markers::Mark &Mark : Marks.Marks) {
    Names.push_back(Mark.Name);
    if (Match.matchesName(Mark.Name))
      Functions.push_back(Matching.namesOf(*Mark.In).plain());
  }
  Matches.Near[&Entry - Spec.Entries.data()] =
      Functions.empty() ? proposeNames(Entry.NameGlob, Names)
                        : proposeNames(Entry.Literal, Functions);
}

void MarkFinder::find(const Markers &Marks, MarkChoice Choice) {
  if (Matching.empty())
    return;
  for (const Markers::Mark &Mark : Marks.Marks)
    if (Choice == MarkChoice::All ||
        (Mark.Amount != nullptr) == (Choice == MarkChoice::WithAmount))
      findOne(Mark);
  for (const Matcher &Match : Matching.matchers())
    if (!Matches.NumSites[&Match.entry() - Spec.Entries.data()])
      explainUnmatched(Match, Marks);
}

void udpc::findMarkSites(const EventSpec &Spec, const Markers &Marks,
                         MarkChoice Choice, SitePlan &Plan,
                         EntryMatches &Matches) {
  MarkFinder(Spec, Plan, Matches).find(Marks, Choice);
}

bool udpc::meansAmounts(const SpecEntry &Entry, const Markers &Marks) {
  if (!Entry.isMark())
    return false;
  Matcher Match(Entry);
  return any_of(Marks.Marks, [&](const Markers::Mark &Mark) {
    return Mark.Amount && Match.matchesName(Mark.Name) &&
           Match.matches(sourceNamesOf(*Mark.In));
  });
}

std::vector<ProbePoint> udpc::findMarkProbes(const EventSpec &Spec,
                                             const Markers &Marks) {
  std::vector<ProbePoint> Points;
  MarkMatching Matching(Spec);
  for (const Markers::Mark &Mark : Marks.Marks) {
    bool IsWanted = false;
    for (const Matcher &Match : Matching.matchers()) {
      if (!Matching.matches(Match, Mark))
        continue;
      if (Mark.Amount)
        explainMissed(Spec, Match.entry(), Mark,
                      "an instruction counts 1, and what adds the amount would "
                      "not be transparent; write fidelity: exact");
      else
        IsWanted = true;
    }
    if (!IsWanted)
      continue;
    auto [Where, Column] = markPlace(Mark);
    Points.push_back(
        {pointOf(Mark),
         {Probe::Mark, Mark.Name, Where.File, Where.Line, Column,
          Mark.In->getName().str(), Matching.namesOf(*Mark.In).Base,
          Mark.In->getFnAttribute(SignatureAttribute)
              .getValueAsString()
              .str()}});
  }
  return Points;
}

void udpc::explainUnchosenMarks(const EventSpec &Spec, const Markers &Marks) {
  MarkMatching Matching(Spec);
  for (const Markers::Mark &Mark : Marks.Marks)
    if (none_of(Matching.matchers(), [&](const Matcher &Match) {
          return Matching.matches(Match, Mark);
        }))
      OptimizationRemarkEmitter(Mark.In).emit([&] {
        return remarkAt<OptimizationRemarkMissed>(Mark, "NoSite")
               << "mark '" << ore::NV("Mark", Mark.Name)
               << "' is not counted: no entry of " << Spec.File << " names it";
      });
}
