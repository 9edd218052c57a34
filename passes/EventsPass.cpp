//===- EventsPass.cpp - Counts the events of a spec -----------------------===//

#include "passes/EventsPass.h"
#include "ir/DeferredUnit.h"
#include "ir/Markers.h"
#include "ir/Probes.h"
#include "passes/lowering/CountedCalls.h"
#include "passes/lowering/Lowering.h"
#include "passes/profile/RegionMatching.h"
#include "passes/sites/CoverageRecords.h"
#include "passes/sites/Finders.h"
#include "passes/sites/SourcePath.h"
#include "passes/target/TargetDescription.h"
#include "profdata/SiteTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/TargetParser/Triple.h"
#include <atomic>
#include <map>
#include <set>
#include <tuple>

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc"

STATISTIC(NumSites, "Number of sites");
STATISTIC(NumSlots, "Number of slots");

static cl::OptionCategory Category("udpc events");

static cl::opt<std::string>
    SpecFile("udpc-spec", cl::desc("Count the events that this file names"),
             cl::value_desc("file"), cl::cat(Category));

static cl::opt<Lowering> LoweringOption(
    "udpc-lowering", cl::desc("The code at a site"), cl::init(Lowering::Auto),
    cl::values(clEnumValN(Lowering::Auto, "auto",
                          "as the spec says, or the "
                          "best that is possible"),
               clEnumValN(Lowering::Inline, "inline",
                          "one thread-local increment"),
               clEnumValN(Lowering::Call, "call", "a call of the runtime"),
               clEnumValN(Lowering::Instruction, "instruction",
                          "one udpc instruction")),
    cl::cat(Category));

static cl::opt<Fidelity> FidelityOption(
    "udpc-fidelity", cl::desc("What a site counts"), cl::init(Fidelity::Exact),
    cl::values(clEnumValN(Fidelity::Exact, "exact",
                          "each execution in the source"),
               clEnumValN(Fidelity::Transparent, "transparent",
                          "what the machine executes of a program that is "
                          "otherwise as without counting")),
    cl::cat(Category));

static cl::opt<std::string>
    TargetOption("udpc-target",
                 cl::desc("The udpc instruction to use, or 'none'"),
                 cl::value_desc("name"), cl::cat(Category));

static cl::opt<bool> OwnCoverage(
    "udpc-own-coverage",
    cl::desc("The coverage records were enabled for the plugin: remove them"),
    cl::cat(Category));

static cl::opt<bool> OwnDebugInfo(
    "udpc-own-debug-info",
    cl::desc("The debug info was enabled for the plugin: remove it"),
    cl::cat(Category));

static cl::opt<bool> WholeProgram(
    "udpc-whole-program",
    cl::desc("This translation unit is the program: warn about each entry of "
             "the spec that it does not match"),
    cl::cat(Category));

static cl::opt<bool> UnmatchedIsError(
    "udpc-werror",
    cl::desc("An entry of the spec that cannot match anything in another "
             "translation unit either, and matches nothing, is an error"),
    cl::cat(Category));

static cl::opt<std::string>
    PathRoot("udpc-path-root",
             cl::desc("Tables name source files below this folder relative to "
                      "it"),
             cl::value_desc("folder"), cl::cat(Category));

static std::atomic<bool> HasRun;
bool EventsPass::hasRun() { return HasRun; }

static void warn(const Module &M, const Twine &Message,
                 DiagnosticSeverity Severity = DS_Warning) {
  M.getContext().diagnose(DiagnosticInfoGeneric(Message, Severity));
}

/// Suggests names for an entry without sites. Most entries of a spec are for
/// other units of the program, which often have similar names; the driver at
/// link time and `udpc report` see the whole program. So, unless the unit is
/// declared to be the whole program, only an entry with a reason gives a
/// warning.
static void reportUnmatched(Module &M, const EventSpec &Spec,
                            const EntryMatches &Matches,
                            const std::set<unsigned> &Matched) {
  std::string SharedReason;
  for (size_t I = 0; I != Spec.Entries.size(); ++I) {
    const SpecEntry &Entry = Spec.Entries[I];
    if (Matched.count(Entry.Number))
      continue;
    StringRef Reason = Matches.Reason[I];
    const Proposals &Near = Matches.Near[I];
    std::string Text =
        (Spec.File + ":" + Twine(Entry.SpecLine) + ": event '" +
         Spec.Events[Entry.Event].Name + "': " + kindWord(Entry.Kind) + " \"" +
         Entry.Pattern + "\" matched nothing in " + M.getSourceFileName())
            .str();
    if (!Reason.empty())
      Text += (": " + Reason).str();
    Text += Near.inWords();

    for (Function &F : M)
      if (!F.isDeclaration()) {
        OptimizationRemarkEmitter ORE(&F);
        ORE.emit([&] {
          return OptimizationRemarkMissed("udpc", "NoSite", &F) << Text;
        });
        break;
      }
    // A reason that applies to every line is about the compilation: report it
    // once.
    if (!Reason.empty() && Reason == SharedReason)
      continue;
    SharedReason = Reason.str();
    // A file name in another case is unlikely to match another file.
    bool IsOtherCase = Entry.isLine() && Near.ButForCase;
    if (WholeProgram || !Reason.empty() || IsOtherCase)
      warn(M, Text,
           UnmatchedIsError && (WholeProgram || Matches.IsFinal[I])
               ? DS_Error
               : DS_Warning);
  }
}

/// Amounts would change the code.
static void reportTransparentAmounts(const Module &M, const EventSpec &Spec,
                                     const Markers &Marks) {
  for (const SpecEntry &E : Spec.Entries)
    if (meansAmounts(E, Marks))
      warn(M, Spec.File + ":" + Twine(E.SpecLine) + ": event '" +
                  Spec.Events[E.Event].Name + "': mark \"" + E.Pattern +
                  "\" has amounts, which cannot be transparent and are not "
                  "counted; write fidelity: exact");
}

/// Whether suggestions for entries without sites will be printed. Comparing
/// every name is slow, and most entries are for other units.
static bool wantsNames(const Module &M) {
  LLVMContext &Context = M.getContext();
  const DiagnosticHandler *Handler = Context.getDiagHandlerPtr();
  return WholeProgram || Context.getLLVMRemarkStreamer() ||
         (Handler && Handler->isMissedOptRemarkEnabled("udpc"));
}

/// Emits each line of \p E as an error of its own.
static void reportErrors(Module &M, Error E) {
  std::string Text = toString(std::move(E));
  SmallVector<StringRef> Lines;
  StringRef(Text).split(Lines, '\n');
  for (StringRef Line : Lines)
    M.getContext().emitError(Line);
}

/// The target whose instruction is used; null if there is none.
static Expected<const TargetDescription *> chosenTarget(const Module &M) {
  const Triple &T = M.getTargetTriple();
  const TargetDescription *Fitting = findTarget(T);
  if (TargetOption.empty())
    return Fitting;
  if (TargetOption == "none")
    return nullptr;
  const TargetDescription *Named = findTarget(StringRef(TargetOption));
  if (!Named)
    return createStringError("unknown udpc target '" + TargetOption +
                             "'; there are: " + targetNames() + ", none");
  if (Named != Fitting)
    return createStringError("udpc target '" + TargetOption +
                             "' does not fit a program for " + T.str());
  return Named;
}

namespace {

/// How an entry is counted, by spec, options and target.
struct CountingMode {
  Lowering SiteLowering;
  Fidelity SiteFidelity;
  /// The marks with amounts of an entry with lowering `instruction`.
  bool IsForAmounts = false;
  /// The event, if it has `every`.
  std::optional<unsigned> EveryEvent = std::nullopt;

  bool operator<(const CountingMode &O) const {
    return std::tie(SiteLowering, SiteFidelity, IsForAmounts, EveryEvent) <
           std::tie(O.SiteLowering, O.SiteFidelity, O.IsForAmounts,
                    O.EveryEvent);
  }

  MarkChoice marks() const {
    return IsForAmounts                            ? MarkChoice::WithAmount
           : SiteLowering == Lowering::Instruction ? MarkChoice::WithoutAmount
                                                   : MarkChoice::All;
  }
};

} // namespace

/// The command line overrides the spec, an entry the defaults. If the target
/// has no udpc instruction, \p Target is null and a call is used instead
/// (RT0877).
static CountingMode countingModeOf(const Module &M, const EventSpec &Spec,
                                   const SpecEntry &Entry,
                                   const TargetDescription *Target,
                                   std::string &WithoutInstruction) {
  CountingMode Mode = {Spec.loweringOf(Entry), Spec.fidelityOf(Entry)};
  if (Spec.Events[Entry.Event].Every)
    Mode.EveryEvent = Entry.Event;
  if (LoweringOption.getNumOccurrences())
    Mode.SiteLowering = LoweringOption;
  // An entry's own fidelity is kept: not every kind can be transparent.
  if (FidelityOption.getNumOccurrences() && !Entry.OwnFidelity &&
      Entry.canBeTransparent())
    Mode.SiteFidelity = FidelityOption;
  if (Mode.SiteFidelity == Fidelity::Transparent) {
    if (Mode.SiteLowering == Lowering::Inline ||
        Mode.SiteLowering == Lowering::Call)
      Mode.SiteFidelity = Fidelity::Exact;
    else
      Mode.SiteLowering = Lowering::Instruction;
  }
  // An explicit target selects its instruction.
  if (Mode.SiteLowering == Lowering::Auto && Target && !TargetOption.empty())
    Mode.SiteLowering = Lowering::Instruction;
  if (Mode.SiteLowering == Lowering::Instruction && !Target) {
    WithoutInstruction = Spec.Events[Entry.Event].Name;
    Mode.SiteLowering = Lowering::Call;
    Mode.SiteFidelity = Fidelity::Exact;
  }
  if (Mode.SiteLowering == Lowering::Auto)
    Mode.SiteLowering = Lowering::Inline;
  if (Mode.SiteLowering == Lowering::Inline && !canCountInline(M))
    Mode.SiteLowering = Lowering::Call;
  return Mode;
}

/// Groups the entries of \p Spec by counting mode.
static Error groupEntries(Module &M, EventSpec &Spec, const Markers &Marks,
                          const TargetDescription *Target,
                          std::deque<CountingGroup> &Groups) {
  std::map<CountingMode, std::set<unsigned>> Modes;
  std::set<unsigned> Numbered;
  std::string WithoutInstruction;
  for (const SpecEntry &E : Spec.Entries) {
    CountingMode Mode = countingModeOf(M, Spec, E, Target, WithoutInstruction);
    Modes[Mode].insert(E.Number);
    if (Mode.SiteLowering != Lowering::Instruction)
      continue;
    Numbered.insert(E.Event);
    // An instruction counts 1: amounts need other code, in a unit of its own.
    if (Mode.SiteFidelity == Fidelity::Exact && meansAmounts(E, Marks))
      Modes[{canCountInline(M) ? Lowering::Inline : Lowering::Call,
             Fidelity::Exact, /*IsForAmounts=*/true, Mode.EveryEvent}]
          .insert(E.Number);
  }
  if (!WithoutInstruction.empty())
    warn(M, Spec.File + ": event '" + WithoutInstruction +
                "' needs an instruction, " +
                (TargetOption == "none"
                     ? "which -fudpc-target=none rules out"
                     : "which " + M.getTargetTriple().getArchName() +
                           " does not have") +
                "; counting by calls of the runtime");
  if (Error E = Spec.assignCounters([&](const SpecEvent &E) {
        return Numbered.count(&E - Spec.Events.data()) != 0;
      }))
    return E;
  for (const auto &Pair : Modes)
    Groups.emplace_back(Spec.withEntries([&](const SpecEntry &E) {
      return Pair.second.count(E.Number) != 0;
    }),
                        Pair.first.SiteLowering, Pair.first.SiteFidelity,
                        Pair.first.marks(), Pair.first.EveryEvent);
  // A spec without entries makes a unit nevertheless, so that its profile lists
  // the events.
  if (Groups.empty())
    Groups.emplace_back(Spec,
                        canCountInline(M) ? Lowering::Inline : Lowering::Call,
                        Fidelity::Exact, MarkChoice::All, std::nullopt);
  return Error::success();
}

/// Transparent sites need the lines of machine code, but not the debug info
/// that the user has not requested.
static void hideDebugInfo(Module &M) {
  NamedMDNode *Units = M.getNamedMetadata("llvm.dbg.cu");
  if (!Units)
    return;
  DenseMap<DICompileUnit *, DICompileUnit *> Hidden;
  std::vector<DICompileUnit *> All(M.debug_compile_units_begin(),
                                   M.debug_compile_units_end());
  Units->clearOperands();
  for (DICompileUnit *Unit : All) {
    Hidden[Unit] = DICompileUnit::getDistinct(
        M.getContext(), Unit->getSourceLanguage(), Unit->getFile(), "", false,
        "", 0, "", DICompileUnit::NoDebug, nullptr, nullptr, nullptr, nullptr,
        nullptr, 0, false, false, DICompileUnit::DebugNameTableKind::None,
        false, "", "");
    Units->addOperand(Hidden[Unit]);
  }
  DebugInfoFinder Finder;
  Finder.processModule(M);
  for (DISubprogram *SP : Finder.subprograms())
    if (auto It = Hidden.find(SP->getUnit()); It != Hidden.end())
      SP->replaceUnit(It->second);
}

PreservedAnalyses EventsPass::run(Module &M, ModuleAnalysisManager &) {
  HasRun = true;
  if (!PathRoot.empty()) {
    SmallString<128> Root(PathRoot);
    (void)sys::fs::make_absolute(Root);
    addPathRoot(M, Root);
  }
  usePathRootsOf(M);
  Markers Marks = readMarkers(M);
  // No marker is left in any case.
  bool KeepAttributes = false;
  scope_exit Finally([&] { removeMarkers(M, Marks, KeepAttributes); });
  if (SpecFile.empty() || M.getNamedGlobal("__udpc_unit")) {
    matchRegions(M, nullptr, Marks);
    noteDeferredUnits(M); // The input may be the output of this pass.
    return PreservedAnalyses::none();
  }
  if (!M.getTargetTriple().isOSBinFormatELF()) {
    warn(M, "udpc counts in ELF programs only; " + M.getTargetTriple().str() +
                " runs uncounted");
    return PreservedAnalyses::none();
  }
  Expected<EventSpec> Spec = EventSpec::load(SpecFile);
  if (!Spec) {
    reportErrors(M, Spec.takeError());
    return PreservedAnalyses::none();
  }
  matchRegions(M, &*Spec, Marks);
  if (Spec->Events.empty())
    return PreservedAnalyses::none();
  Expected<const TargetDescription *> Target = chosenTarget(M);
  if (!Target) {
    reportErrors(M, Target.takeError());
    return PreservedAnalyses::none();
  }
  std::deque<CountingGroup> Groups;
  if (Error E = groupEntries(M, *Spec, Marks, *Target, Groups)) {
    reportErrors(M, std::move(E));
    return PreservedAnalyses::none();
  }

  explainUnchosenMarks(*Spec, Marks);
  bool AnyTransparent = false;
  std::set<unsigned> Matched;
  for (CountingGroup &G : Groups) {
    if (G.SiteFidelity == Fidelity::Transparent) {
      AnyTransparent = KeepAttributes = true;
      addProbes(M, findProbes(G.Spec, Marks));
      reportTransparentAmounts(M, G.Spec, Marks);
      continue; // Found in machine code.
    }
    G.Matches.WantsNames = wantsNames(M);
    findSites({M, G.Spec, Marks, G.Choice, G.Plan, G.Matches});
    G.Plan.finish();
    if (G.EveryEvent)
      prepareEvery(G);
    for (size_t I = 0; I != G.Spec.Entries.size(); ++I)
      if (G.Matches.NumSites[I])
        Matched.insert(G.Spec.Entries[I].Number);
    NumSites += G.Plan.Sites.size();
    NumSlots += G.Plan.NumSlots;
  }
  for (const CountingGroup &G : Groups)
    if (G.SiteFidelity == Fidelity::Exact && G.Choice != MarkChoice::WithAmount)
      reportUnmatched(M, G.Spec, G.Matches, Matched);
  keepCountedCalls(M, Groups);
  lowerGroups(M, Groups, *Target);
  if (OwnCoverage)
    removeCoverageRecords(M);
  if (OwnDebugInfo) {
    if (AnyTransparent)
      hideDebugInfo(M);
    else
      StripDebugInfo(M);
  }
  return PreservedAnalyses::none();
}
