//===- FunctionSites.cpp - Finds entries, returns and unwinds -------------===//
//
// Runs on the front end's IR, before any optimisation: each function of the
// source is still one function, and each of its executions enters it once.
//
//===----------------------------------------------------------------------===//

#include "passes/sites/Site.h"
#include "passes/spec/Matching.h"
#include "profdata/SiteTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <deque>

using namespace llvm;
using namespace udpc;

/// Functions that no line of the source defines.
static bool isCompilerGenerated(StringRef Name) {
  static constexpr StringRef Prefixes[] = {
      "_GLOBAL__",  "__cxx_global_", "__clang_call_terminate",
      "__tls_init", "_ZTW",          "_ZTH",
      "_ZTh",       "_ZTv",          "_ZTc",
      "__udpc_"};
  return any_of(Prefixes, [&](StringRef P) { return Name.starts_with(P); });
}

/// Whether \p F is a variant of a constructor or destructor that hands over to
/// another variant of the same (C1 to C2, D0 to D1, ...). The source has one
/// function; the last variant in the chain counts for all.
static bool forwardsToVariant(const Function &F, const FunctionNames &Names) {
  if (!Names.IsCtorOrDtor)
    return false;
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    // The callee may be an alias: D1 is often one of D2.
    const auto *Callee =
        Call ? dyn_cast<GlobalValue>(Call->getCalledOperand()) : nullptr;
    if (!Callee || Callee == &F || !Callee->getName().starts_with("_Z"))
      continue;
    FunctionNames CalleeNames(Callee->getName());
    if (CalleeNames.IsCtorOrDtor && CalleeNames.Signature == Names.Signature)
      return true;
  }
  return false;
}

/// Why \p F cannot or must not count, or "".
static StringRef
reasonNotToCount(const Function &F, const FunctionNames &Names,
                 const SmallPtrSetImpl<const Function *> &Resolvers) {
  if (F.hasFnAttribute(Attribute::Naked))
    return "it is naked: there is no place for code before its own";
  if (F.hasFnAttribute(Attribute::NoProfile))
    return "it has the attribute no_profile_instrument_function";
  if (Resolvers.contains(&F))
    return "it resolves an ifunc: it runs before thread-local storage exists";
  if (forwardsToVariant(F, Names))
    return "this variant of a constructor or destructor calls the one that "
           "counts";
  return "";
}

namespace {

struct Place {
  std::string File;
  unsigned Line = 0;
};

/// The sites of one function: one slot a kind, whatever the number of events
/// and points.
class FunctionSites {
public:
  FunctionSites(Function &F, SitePlan &Plan) : F(F), Plan(Plan) {}

  void add(const SpecEntry &Entry, const Place &Where);

private:
  unsigned slotFor(abi::SiteKind Kind);

  Function &F;
  SitePlan &Plan;
  SmallDenseMap<uint8_t, unsigned, 4> Slots;
};

} // namespace

static Place placeOf(const Function &F) {
  Place P;
  std::string Directory;
  if (const DISubprogram *SP = F.getSubprogram()) {
    P.File = SP->getFilename().str();
    P.Line = SP->getLine();
    Directory = SP->getDirectory().str();
  } else {
    P.File = F.getParent()->getSourceFileName();
  }
  SmallString<128> Path(P.File);
  if (!Directory.empty())
    sys::path::make_absolute(Directory, Path);
  else
    (void)sys::fs::make_absolute(Path);
  sys::path::remove_dots(Path);
  P.File = Path.str().str();
  return P;
}

unsigned FunctionSites::slotFor(abi::SiteKind Kind) {
  auto [It, New] = Slots.try_emplace(static_cast<uint8_t>(Kind), 0);
  if (!New)
    return It->second;
  unsigned Slot = It->second = Plan.addSlot();
  switch (Kind) {
  case abi::SiteKind::Entry:
    Plan.Points.push_back(
        {&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(), nullptr, Slot});
    break;
  case abi::SiteKind::Return:
    for (BasicBlock &BB : F) {
      if (!isa<ReturnInst>(BB.getTerminator()))
        continue;
      // Nothing may stand between a musttail call and its return: control
      // leaves the function at the call.
      Instruction *TailCall = BB.getTerminatingMustTailCall();
      Plan.Points.push_back(
          {TailCall ? TailCall : BB.getTerminator(), nullptr, Slot});
    }
    break;
  case abi::SiteKind::Unwind:
    Plan.Points.push_back({nullptr, &F, Slot});
    break;
  default:
    llvm_unreachable("not a kind of this file");
  }
  return Slot;
}

void FunctionSites::add(const SpecEntry &Entry, const Place &Where) {
  Site S;
  S.Entry = &Entry;
  S.File = Where.File;
  S.Line = Where.Line;
  S.Function = F.getName().str();
  S.Candidates.push_back({slotFor(Entry.Kind), 0, 0, 0, 0});
  Plan.addSite(std::move(S));
}

void udpc::findFunctionSites(Module &M, const EventSpec &Spec, SitePlan &Plan,
                             EntryMatches &Matches) {
  std::deque<Matcher> Matchers;
  std::vector<std::pair<const SpecEntry *, const Matcher *>> Wanted;
  for (const SpecEntry &E : Spec.Entries)
    if (E.Kind != abi::SiteKind::Line)
      Wanted.push_back({&E, &Matchers.emplace_back(E)});
  if (Wanted.empty())
    return;

  SmallPtrSet<const Function *, 4> Resolvers;
  for (const GlobalIFunc &I : M.ifuncs())
    Resolvers.insert(I.getResolverFunction());

  std::vector<std::string> AllNames;
  SmallPtrSet<const SpecEntry *, 8> DefinedElsewhere;
  for (Function &F : M) {
    if (F.isIntrinsic() || isCompilerGenerated(F.getName()))
      continue;
    FunctionNames Names(F.getName());
    AllNames.push_back(Names.Qualified);
    if (F.isDeclaration()) {
      for (const auto &W : Wanted)
        if (W.second->matches(Names))
          DefinedElsewhere.insert(W.first);
      continue;
    }
    FunctionSites Sites(F, Plan);
    std::optional<Place> Where;
    OptimizationRemarkEmitter ORE(&F);
    for (const auto &W : Wanted) {
      const SpecEntry *Entry = W.first;
      if (!W.second->matches(Names))
        continue;
      size_t Index = Entry - Spec.Entries.data();
      StringRef Event = Spec.Events[Entry->Event].Name;
      StringRef Reason = reasonNotToCount(F, Names, Resolvers);
      if (!Reason.empty()) {
        Matches.Reason[Index] = (Names.Signature + ": " + Reason).str();
        ORE.emit([&] {
          return OptimizationRemarkMissed("udpc", "NoSite", &F)
                 << "event '" << ore::NV("Event", Event) << "': no "
                 << kindWord(Entry->Kind) << " site in "
                 << ore::NV("Function", Names.Signature) << ": "
                 << ore::NV("Reason", Reason);
        });
        continue;
      }
      if (!Where)
        Where = placeOf(F);
      Sites.add(*Entry, *Where);
      ++Matches.NumSites[Index];
      ORE.emit([&] {
        return OptimizationRemark("udpc", "Site", &F)
               << "event '" << ore::NV("Event", Event) << "': "
               << commandWord(Entry->Command)
               << " at each " << kindWord(Entry->Kind) << " of "
               << ore::NV("Function", Names.Signature) << ", as "
               << kindWord(Entry->Kind) << " \""
               << ore::NV("Pattern", Entry->Pattern) << "\" asks";
      });
    }
  }

  for (auto [Entry, Match] : Wanted) {
    size_t Index = Entry - Spec.Entries.data();
    if (!Matches.NumSites[Index] && !DefinedElsewhere.contains(Entry))
      Matches.Near[Index] = nearCandidates(Entry->Literal, AllNames);
  }
}
