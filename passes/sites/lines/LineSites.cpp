//===- LineSites.cpp - Finds lines ----------------------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/SourceNames.h"
#include "passes/sites/Finders.h"
#include "passes/sites/SourceFunction.h"
#include "passes/sites/lines/CounterValues.h"
#include "passes/sites/lines/CoverageRecords.h"
#include "passes/sites/lines/LargestCount.h"
#include "passes/sites/lines/LineRule.h"
#include "passes/sites/lines/LineStatements.h"
#include "profdata/tables/SiteTable.h"
#include "spec/Matching.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include <deque>
#include <tuple>

using namespace llvm;
using namespace llvm::coverage;
using namespace udpc;

namespace {

class LineFinder {
public:
  LineFinder(Module &M, const EventSpec &Spec, SitePlan &Plan,
             EntryMatches &Matches, std::vector<CoveredFunction> &Functions)
      : M(M), Spec(Spec), Plan(Plan), Matches(Matches), Functions(Functions),
        Values(Functions, Plan), Largest(Functions) {}

  void run();

private:
  void leaveOut(CoveredFunction &F, StringRef Reason);
  void collectRegions();
  void findInFile(StringRef File, const FileRegions &Regions);
  void addSite(const SpecEntry &Entry, StringRef File,
               const FileRegions &Regions, unsigned Line, unsigned Column,
               ArrayRef<unsigned> Deciding);
  void addInstructionSite(const SpecEntry &Entry, Site S,
                          const FileRegions &Regions,
                          ArrayRef<unsigned> Deciding);
  void addPoints(const Site &S, unsigned Slot, unsigned Function,
                 const LinearCount &Count);
  Function *codeOf(const FileRegions &Regions,
                   ArrayRef<unsigned> Deciding) const;
  void remark(const SpecEntry &Entry, const Site &S, Function *Code);

  Module &M;
  const EventSpec &Spec;
  SitePlan &Plan;
  EntryMatches &Matches;
  std::vector<CoveredFunction> &Functions;
  CounterValues Values;
  LargestCount Largest;
  std::map<std::string, FileRegions> Files;
  std::deque<Matcher> Matchers;
  /// The entries with a line of a function that is left out.
  SmallPtrSet<const SpecEntry *, 4> LeftOut;
};

} // namespace

/// Removes the lines of \p F, and reports those that the spec names.
void LineFinder::leaveOut(CoveredFunction &F, StringRef Reason) {
  std::string Text = (sourceNamesOf(*F.Code).signature() + ": " + Reason).str();
  for (const Matcher &Match : Matchers) {
    const SpecEntry &Entry = Match.entry();
    if (none_of(F.Regions, [&](const CounterMappingRegion &R) {
          return R.FileID < F.Files.size() &&
                 Match.matchesFile(F.Files[R.FileID]) &&
                 (Entry.AllLines ||
                  (R.LineStart <= Entry.Line && Entry.Line <= R.LineEnd));
        }))
      continue;
    if (!Entry.AllLines) {
      Matches.Reason[&Entry - Spec.Entries.data()] = Text;
      LeftOut.insert(&Entry);
    }
    OptimizationRemarkEmitter(F.Code).emit([&] {
      return OptimizationRemarkMissed("udpc", "NoSite", F.Code)
             << "event '" << ore::NV("Event", Spec.Events[Entry.Event].Name)
             << "': no line site in " << ore::NV("Reason", Text);
    });
  }
  F.Regions.clear();
}

void LineFinder::collectRegions() {
  using Region = CounterMappingRegion;
  // Regions of one extent are combined as llvm-cov does: kinds in their order,
  // and only regions of the first kind add up.
  using Extent = std::tuple<unsigned, unsigned, unsigned, unsigned>;
  std::map<std::string, std::map<Extent, unsigned>> Known;
  for (auto [Index, F] : enumerate(Functions)) {
    for (const Region &R : F.Regions) {
      if (R.Kind == Region::BranchRegion ||
          R.Kind == Region::MCDCBranchRegion ||
          R.Kind == Region::MCDCDecisionRegion || R.FileID >= F.Files.size())
        continue;
      const std::string &File = F.Files[R.FileID];
      FileRegions &In = Files[File];
      auto [It, New] = Known[File].try_emplace(
          Extent(R.LineStart, R.ColumnStart, R.LineEnd, R.ColumnEnd),
          In.Regions.size());
      if (New) {
        In.Regions.push_back(
            {R.LineStart, R.ColumnStart, R.LineEnd, R.ColumnEnd, R.Kind});
        In.Contributions.emplace_back();
      }
      SourceRegion &Kept = In.Regions[It->second];
      if (R.Kind > Kept.Kind)
        continue;
      std::vector<Contribution> &Parts = In.Contributions[It->second];
      if (R.Kind < Kept.Kind) {
        Kept.Kind = R.Kind;
        Parts.clear();
      }
      Parts.push_back({static_cast<unsigned>(Index), R.Count});
    }
  }
}

void LineFinder::remark(const SpecEntry &Entry, const Site &S, Function *Code) {
  if (!Code)
    return;
  // With instructions, one region counts for all. Several regions with one
  // count are one.
  SmallSet<uint32_t, 4> Counts;
  for (const abi::CandidateRec &C : S.Candidates)
    Counts.insert(C.Value);
  unsigned NumRegions =
      Plan.Use == SlotSharing::PerSite ? 1 : unsigned(Counts.size());
  DebugLoc Loc;
  if (DISubprogram *SP = Code->getSubprogram())
    Loc = DILocation::get(M.getContext(), S.Line, S.Column, SP);
  OptimizationRemarkEmitter ORE(Code);
  ORE.emit([&] {
    return OptimizationRemark("udpc", "Site", Loc, &Code->getEntryBlock())
           << "event '" << ore::NV("Event", Spec.Events[Entry.Event].Name)
           << "': " << commandWord(Entry.Command) << " at line "
           << ore::NV("Line", S.Line) << ", for line \""
           << ore::NV("Pattern", Entry.Pattern) << "\"; "
           << ore::NV("Regions", NumRegions)
           << (NumRegions == 1 ? " region decides" : " regions decide")
           << " its count"
           << (S.Column ? "" : statementsAt(M, S.File, S.Line).inWords());
  });
}

void LineFinder::addSite(const SpecEntry &Entry, StringRef File,
                         const FileRegions &Regions, unsigned Line,
                         unsigned Column, ArrayRef<unsigned> Deciding) {
  Site S;
  S.Entry = &Entry;
  S.File = File.str();
  S.Line = Line;
  S.Column = Column;
  SetVector<StringRef> Names;
  for (unsigned R : Deciding)
    for (const Contribution &Part : Regions.Contributions[R])
      Names.insert(Functions[Part.Function].Name);
  if (Names.size() == 1)
    S.Function = Names.front().str();
  if (Plan.Use == SlotSharing::PerSite)
    return addInstructionSite(Entry, std::move(S), Regions, Deciding);

  for (unsigned R : Largest.candidates(Regions, Deciding)) {
    const SourceRegion &Region = Regions.Regions[R];
    for (const Contribution &Part : Regions.Contributions[R])
      S.Candidates.push_back({Values.valueOf(Part.Function, Part.Count),
                              Region.LineStart, Region.ColumnStart,
                              Region.LineEnd, Region.ColumnEnd});
  }
  if (S.Candidates.empty())
    S.Candidates.push_back({abi::ZeroValue, 0, 0, 0, 0});
  remark(Entry, S, codeOf(Regions, Deciding));
  Plan.addSite(std::move(S));
  ++Matches.NumSites[&Entry - Spec.Entries.data()];
}

Function *LineFinder::codeOf(const FileRegions &Regions,
                             ArrayRef<unsigned> Deciding) const {
  for (unsigned R : Deciding)
    for (const Contribution &Part : Regions.Contributions[R])
      if (Function *Code = Functions[Part.Function].Code)
        return Code;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Sites of udpc instructions
//===----------------------------------------------------------------------===//

/// Adds the points by which site and slot number \p Slot count \p Count of \p
/// Function.
void LineFinder::addPoints(const Site &S, unsigned Slot, unsigned Function,
                           const LinearCount &Count) {
  CoveredFunction &F = Functions[Function];
  for (auto [Counter, Times] : Count) {
    auto Counters = F.Counters.find(Counter);
    if (Counters == F.Counters.end())
      continue;
    for (InstrProfIncrementInst *I : Counters->second) {
      CountPoint P = CountPoint::before(I, Slot);
      if (isa<InstrProfIncrementInstStep>(I))
        P.Step = I->getStep();
      for (int N = 0; N != std::abs(Times); ++N)
        Plan.addPoint(S, P, /*Negative=*/Times < 0);
    }
  }
}

void LineFinder::addInstructionSite(const SpecEntry &Entry, Site S,
                                    const FileRegions &Regions,
                                    ArrayRef<unsigned> Deciding) {
  size_t Index = &Entry - Spec.Entries.data();
  Function *Code = codeOf(Regions, Deciding);
  std::optional<RegionCount> Count;
  std::string WhyNot;
  if (!Deciding.empty())
    Count = Largest.of(Regions, Deciding, WhyNot);
  if (!WhyNot.empty()) {
    std::string Reason =
        (S.File + ":" + Twine(S.Line) + ": " + WhyNot +
         "; name a region with a column, or " +
         (Spec.Events[Entry.Event].Every
              ? "leave 'every' out"
              : "write lowering: inline or fidelity: transparent") +
         statementsAt(M, S.File, S.Line).inWords())
            .str();
    if (Code) {
      OptimizationRemarkEmitter ORE(Code);
      ORE.emit([&] {
        return OptimizationRemarkMissed("udpc", "NoSite", Code)
               << "event '" << ore::NV("Event", Spec.Events[Entry.Event].Name)
               << "': no line site: " << ore::NV("Reason", Reason);
      });
    }
    Matches.Reason[Index] = std::move(Reason);
    return;
  }
  remark(Entry, S, Code);
  ++Matches.NumSites[Index];
  auto [Number, New] = Plan.addSite(std::move(S));
  if (!New || !Count)
    return;
  bool Compensates = false;
  for (const auto &[Function, Part] : *Count) {
    addPoints(Plan.Sites[Number], Number, Function, Part);
    Compensates |=
        any_of(Part, [](const auto &Term) { return Term.second < 0; });
  }
  // In a child of fork() the slot may have only the compensations, so readers
  // must know that it is signed. A site that counts down has this value
  // already.
  if (Compensates && Entry.Command == abi::SiteCommand::Inc)
    Plan.addDerived(abi::ZeroValue, Number, /*Subtract=*/true);
}

/// The length of a source line, if the source is readable. Regions extend
/// beyond the ends of lines.
static std::optional<unsigned> columnsOf(StringRef File, unsigned Line) {
  if (!sys::fs::is_regular_file(File))
    return std::nullopt;
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return std::nullopt;
  line_iterator At(**Buffer, /*SkipBlanks=*/false);
  while (!At.is_at_end() && At.line_number() != Line)
    ++At;
  if (At.is_at_end())
    return std::nullopt;
  return At->size();
}

void LineFinder::findInFile(StringRef File, const FileRegions &Regions) {
  std::optional<LineRule> Rule;
  for (const Matcher &Match : Matchers) {
    const SpecEntry &Entry = Match.entry();
    if (!Match.matchesFile(File))
      continue;
    if (!Rule) {
      Expected<LineRule> Computed = LineRule::compute(Regions.Regions);
      if (!Computed) {
        M.getContext().emitError("udpc: " + File +
                                 ": the front end's coverage records: " +
                                 toString(Computed.takeError()));
        return;
      }
      Rule = std::move(*Computed);
    }
    if (Entry.AllLines) {
      for (auto &[Line, Deciding] : Rule->lines())
        addSite(Entry, File, Regions, Line, 0, Deciding);
      continue;
    }
    size_t Index = &Entry - Spec.Entries.data();
    // Other units may compile headers differently.
    Matches.IsFinal[Index] = endsWithPath(File, M.getSourceFileName());
    auto It = Rule->lines().find(Entry.Line);
    if (It == Rule->lines().end()) {
      if (LeftOut.contains(&Entry))
        continue; // The reason is known.
      Matches.Reason[Index] =
          (File + ":" + Twine(Entry.Line) + " has no code").str();
      LineStatements Known = statementsAt(M, File, Entry.Line);
      if (Known.AroundLine)
        Matches.Reason[Index] +=
            " of its own: it belongs to the statement at " +
            std::to_string(Known.AroundLine) + ":" +
            std::to_string(Known.AroundColumn);
      auto Next = Rule->lines().lower_bound(Entry.Line);
      if (Next != Rule->lines().begin())
        Matches.Near[Index].Names.push_back(
            (File + ":" + Twine(std::prev(Next)->first)).str());
      if (Next != Rule->lines().end())
        Matches.Near[Index].Names.push_back(
            (File + ":" + Twine(Next->first)).str());
    } else if (!Entry.Column) {
      addSite(Entry, File, Regions, Entry.Line, 0, It->second);
    } else if (std::optional<unsigned> Columns = columnsOf(File, Entry.Line);
               Columns && Entry.Column > *Columns) {
      Matches.Reason[Index] =
          (File + ":" + Twine(Entry.Line) + ":" + Twine(Entry.Column) +
           " is past the end of the line, which has " + Twine(*Columns) +
           " columns" + statementsAt(M, File, Entry.Line).inWords())
              .str();
    } else if (auto Region = Rule->regionAt(Entry.Line, Entry.Column)) {
      addSite(Entry, File, Regions, Entry.Line, Entry.Column, *Region);
    } else {
      Matches.Reason[Index] =
          (File + ":" + Twine(Entry.Line) + ":" + Twine(Entry.Column) +
           " is in no code" + statementsAt(M, File, Entry.Line).inWords())
              .str();
    }
  }
}

void LineFinder::run() {
  for (const SpecEntry &E : Spec.Entries)
    if (E.Kind == abi::SiteKind::Line)
      Matchers.emplace_back(E);
  for (CoveredFunction &F : Functions) {
    StringRef Reason =
        F.Code ? reasonNotToAdd(*F.Code, AddedCode::InIR) : StringRef();
    if (!Reason.empty())
      leaveOut(F, Reason);
  }
  collectRegions();
  for (auto &[File, Regions] : Files)
    findInFile(File, Regions);

  std::vector<std::string> Names;
  for (auto &[File, Regions] : Files)
    Names.push_back(File);
  for (const Matcher &Match : Matchers) {
    size_t Index = &Match.entry() - Spec.Entries.data();
    if (Matches.NumSites[Index] || !Matches.Near[Index].Names.empty() ||
        !Matches.Reason[Index].empty())
      continue;
    Matches.Near[Index] = proposeFiles(Match.entry().Literal, Names);
  }
}

void udpc::findLineSites(Module &M, const EventSpec &Spec, SitePlan &Plan,
                         EntryMatches &Matches) {
  if (none_of(Spec.Entries,
              [](const SpecEntry &E) { return E.Kind == abi::SiteKind::Line; }))
    return;
  Expected<std::vector<CoveredFunction>> Functions = readCoverageRecords(M);
  if (!Functions) {
    M.getContext().emitError("udpc: the front end's coverage records: " +
                             toString(Functions.takeError()));
    return;
  }
  if (Functions->empty()) {
    // A module without any function has no records either.
    if (any_of(M, [](const Function &F) { return !F.isDeclaration(); }))
      for (auto [Index, E] : enumerate(Spec.Entries))
        if (E.Kind == abi::SiteKind::Line)
          Matches.Reason[Index] =
              "lines need the front end's coverage records; compile with "
              "udpc-clang, or add -Xclang -fprofile-instrument=clang -Xclang "
              "-fcoverage-mapping";
    return;
  }
  LineFinder(M, Spec, Plan, Matches, *Functions).run();
}
