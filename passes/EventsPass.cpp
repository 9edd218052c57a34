//===- EventsPass.cpp - Counts the events of a spec -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/EventsPass.h"
#include "ir/AddedFunctions.h"
#include "ir/DeferredUnit.h"
#include "ir/Markers.h"
#include "ir/Probes.h"
#include "passes/CountingModes.h"
#include "passes/OwnDebugInfo.h"
#include "passes/lowering/CountedCalls.h"
#include "passes/lowering/EveryLowering.h"
#include "passes/lowering/UnitEmitter.h"
#include "passes/lowering/unit/Resolvers.h"
#include "passes/lowering/unit/SlotStorage.h"
#include "passes/profile/regions/RegionMatching.h"
#include "passes/sites/Finders.h"
#include "passes/sites/SourcePath.h"
#include "passes/sites/lines/CoverageRecords.h"
#include "passes/target/TargetDescription.h"
#include "profdata/tables/SiteTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LLVMRemarkStreamer.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TargetParser/Triple.h"
#include <atomic>
#include <set>

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc"

STATISTIC(NumSites, "Number of sites");
STATISTIC(NumSlots, "Number of slots");

static cl::opt<std::string>
    SpecFile("udpc-spec", cl::desc("Count the events that this file names"),
             cl::value_desc("file"), cl::cat(eventsCategory()));

static cl::opt<bool> OwnCoverage(
    "udpc-own-coverage",
    cl::desc("The coverage records were enabled for the plugin: remove them"),
    cl::cat(eventsCategory()));

static cl::opt<bool> WholeProgram(
    "udpc-whole-program",
    cl::desc("This translation unit is the program: warn about each entry of "
             "the spec that it does not match"),
    cl::cat(eventsCategory()));

static cl::opt<bool> UnmatchedIsError(
    "udpc-werror",
    cl::desc("An entry of the spec that cannot match anything in another "
             "translation unit either, and matches nothing, is an error"),
    cl::cat(eventsCategory()));

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

/// Warns about marks with amounts, which would change the code and so are not
/// transparent.
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

/// Whether programs for the target of \p M can count; warns if not. Some
/// targets have no thread-local storage: small controllers, and devices on
/// which another program starts the code.
static bool canCount(Module &M) {
  const Triple &T = M.getTargetTriple();
  if (!T.isOSBinFormatELF()) {
    warn(M, "udpc counts in ELF programs only; " + T.str() + " runs uncounted");
    return false;
  }
  if (hasNoThreadLocals(T)) {
    warn(M, "udpc counts in thread-local storage, which " + T.str() +
                " does not have: it runs uncounted");
    return false;
  }
  return true;
}

PreservedAnalyses EventsPass::run(Module &M, ModuleAnalysisManager &) {
  HasRun = true;
  // Exclude the functions that udpc.h declares.
  for (Function &F : M)
    if (F.isDeclaration() && F.getName().starts_with("__udpc_"))
      excludeFromInstrumentation(F);
  Markers Marks = readMarkers(M);
  // Markers are removed on every path.
  bool KeepAttributes = false;
  scope_exit Finally([&] { removeMarkers(M, Marks, KeepAttributes); });
  if (SpecFile.empty() || M.getNamedGlobal("__udpc_unit")) {
    matchRegions(M, nullptr, Marks);
    noteDeferredUnits(M); // The input may be the output of this pass.
    return PreservedAnalyses::none();
  }
  bool AnyTransparent = false;
  scope_exit AtEnd([&] {
    if (OwnCoverage)
      removeCoverageRecords(M);
    // Transparent sites need the lines of machine code.
    removeOwnDebugInfo(M, AnyTransparent);
  });
  if (!canCount(M))
    return PreservedAnalyses::none();
  Expected<EventSpec> Spec = EventSpec::load(SpecFile);
  if (!Spec) {
    reportErrors(M, Spec.takeError());
    return PreservedAnalyses::none();
  }
  matchRegions(M, &*Spec, Marks);
  if (Spec->Events.empty())
    return PreservedAnalyses::none();
  const TargetDescription *Target = findTarget(M.getTargetTriple());
  std::deque<CountingGroup> Groups;
  if (Error E = makeCountingGroups(M, *Spec, Marks, Target, Groups)) {
    reportErrors(M, std::move(E));
    return PreservedAnalyses::none();
  }

  explainUnchosenMarks(*Spec, Marks);
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
  lowerGroups(M, Groups, Target);
  enterResolvers(M);
  return PreservedAnalyses::none();
}
