//===- EventsPass.cpp - Counts the events of a spec -----------------------===//

#include "passes/EventsPass.h"
#include "passes/lowering/Lowering.h"
#include "passes/sites/CoverageRecords.h"
#include "profdata/SiteTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/TargetParser/Triple.h"

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
    "udpc-lowering", cl::desc("What stands at a site"),
    cl::init(Lowering::Auto),
    cl::values(clEnumValN(Lowering::Auto, "auto", "as the spec says, or the "
                                                  "best that is possible"),
               clEnumValN(Lowering::Inline, "inline",
                          "one thread-local increment"),
               clEnumValN(Lowering::Call, "call", "a call of the runtime")),
    cl::cat(Category));

static cl::opt<bool> OwnCoverage(
    "udpc-own-coverage",
    cl::desc("The coverage records were asked for on our behalf: remove them"),
    cl::cat(Category));

static cl::opt<bool> OwnDebugInfo(
    "udpc-own-debug-info",
    cl::desc("The debug info was asked for on our behalf: remove it"),
    cl::cat(Category));

static cl::opt<bool> WholeProgram(
    "udpc-whole-program",
    cl::desc("This translation unit is the program: warn about each entry of "
             "the spec that it does not match"),
    cl::cat(Category));

bool EventsPass::isWanted() { return !SpecFile.empty(); }

static void warn(const Module &M, const Twine &Message) {
  M.getContext().diagnose(
      DiagnosticInfoGeneric(Message, DS_Warning));
}

/// Says what an entry without sites may have meant. Most entries of a spec
/// belong to other units of the program, whose names are often similar; the
/// linking driver and `udpc report` see all of it. So without being told that
/// the unit is the program, only a reason is worth a warning.
static void reportUnmatched(Module &M, const EventSpec &Spec,
                            const EntryMatches &Matches) {
  std::string SharedReason;
  for (size_t I = 0; I != Spec.Entries.size(); ++I) {
    const SpecEntry &Entry = Spec.Entries[I];
    if (Matches.NumSites[I])
      continue;
    StringRef Reason = Matches.Reason[I];
    const std::vector<std::string> &Near = Matches.Near[I];
    std::string Text = (Spec.File + ":" + Twine(Entry.SpecLine) + ": event '" +
                        Spec.Events[Entry.Event].Name + "': " +
                        kindWord(Entry.Kind) + " \"" + Entry.Pattern +
                        "\" matched nothing in " + M.getSourceFileName())
                           .str();
    if (!Reason.empty())
      Text += (": " + Reason).str();
    if (!Near.empty())
      Text += "; near: " + join(Near, ", ");

    for (Function &F : M)
      if (!F.isDeclaration()) {
        OptimizationRemarkEmitter ORE(&F);
        ORE.emit([&] {
          return OptimizationRemarkMissed("udpc", "NoSite", &F) << Text;
        });
        break;
      }
    // The same reason for every line says something about the compilation:
    // once is enough.
    if (!Reason.empty() && Reason == SharedReason)
      continue;
    SharedReason = Reason.str();
    if (WholeProgram || !Reason.empty())
      warn(M, Text);
  }
}

PreservedAnalyses EventsPass::run(Module &M, ModuleAnalysisManager &) {
  if (SpecFile.empty() || M.getNamedGlobal("__udpc_unit"))
    return PreservedAnalyses::all();
  if (!M.getTargetTriple().isOSBinFormatELF()) {
    warn(M, "udpc counts in ELF programs only; " + M.getTargetTriple().str() +
                " runs uncounted");
    return PreservedAnalyses::all();
  }
  Expected<EventSpec> Spec = EventSpec::load(SpecFile);
  if (!Spec) {
    std::string Text = toString(Spec.takeError());
    SmallVector<StringRef> Lines;
    StringRef(Text).split(Lines, '\n');
    for (StringRef Line : Lines)
      M.getContext().emitError(Line);
    return PreservedAnalyses::all();
  }

  SitePlan Plan;
  EntryMatches Matches(*Spec);
  findFunctionSites(M, *Spec, Plan, Matches);
  findLineSites(M, *Spec, Plan, Matches);
  Plan.finish();
  reportUnmatched(M, *Spec, Matches);
  NumSites += Plan.Sites.size();
  NumSlots += Plan.NumSlots;

  Lowering Wanted = Spec->DefaultLowering;
  if (LoweringOption.getNumOccurrences())
    Wanted = LoweringOption;
  lowerPlan(M, *Spec, Plan, Matches, Wanted);
  if (OwnCoverage)
    removeCoverageRecords(M);
  if (OwnDebugInfo)
    StripDebugInfo(M);
  return PreservedAnalyses::none();
}
