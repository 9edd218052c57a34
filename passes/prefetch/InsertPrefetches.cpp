//===- InsertPrefetches.cpp - Inserts prefetches by hints -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/options/PrefetchOptions.h"
#include "passes/prefetch/HintSource.h"
#include "passes/prefetch/LinesAhead.h"
#include "passes/prefetch/OperationKey.h"
#include "passes/prefetch/PrefetchPasses.h"
#include "passes/target/LiveRegisters.h"
#include "passes/target/PrefetchTarget.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <set>

using namespace llvm;
using namespace udpc;

namespace {

/// A prefetch to be inserted.
struct Insertion {
  MachineInstr *Operation;
  const MemoryOperationKey *Key;
  const Hint *What;
  PrefetchCode Code;
  /// The number of further operations with the same key in LLVM's debug
  /// information, if the hint may be for one of them.
  unsigned NumAlike = 0;
};

/// The discriminators of a function's operations, by key without discriminator.
using KnownKeys = std::map<MemoryOperationKey, std::set<uint32_t>>;

class InsertPrefetches : public MachineFunctionPass {
public:
  static char ID;
  explicit InsertPrefetches(std::shared_ptr<ModuleKeys> Keys)
      : MachineFunctionPass(ID), Assigned(std::move(Keys)) {}

  StringRef getPassName() const override { return "udpc: insert prefetches"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesCFG();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;
  bool doFinalization(Module &M) override;

private:
  std::vector<Insertion> find(MachineFunction &MF,
                              const PrefetchTarget &Target);
  void markUnclear(const MachineFunction &MF, const HintSet &Set,
                   const FunctionKeys &Places, const KeysOf &Keys,
                   std::vector<Insertion> &Found);
  void warnOfUnclear(Module &M);
  void insert(const Insertion &I);
  void missed(const Insertion &I);
  void missed(MachineFunction &MF, const MemoryOperationKey &Key, size_t Hints,
              const KnownKeys &Known);

  std::shared_ptr<ModuleKeys> Assigned;
  HintSource Source;
  size_t NumApplied = 0, NumMissed = 0;
  bool HasOthers = false; ///< Hints that are not for operations.
  /// The keys of hints that may be for another operation, by hints file.
  std::map<std::string, std::set<std::string>> Unclear;
  /// The hints files that distinguish operations of one place.
  std::set<std::string> KnowsOperations;
  /// Functions with hints, none of which matches an operation.
  std::set<std::string> UnmatchedFunctions;
};

} // namespace

char InsertPrefetches::ID;

/// Whether the hint is for a memory operation. Others are for IR
/// (IndirectPrefetch.h).
static bool isOfOperation(const Hint &H) { return !isIndirect(H.Type); }

/// Whether \p Hints are for the object that an indirect hint of the same
/// operation is for, and that the IR pass has prefetched ahead.
static bool isAhead(const MemoryOperationKey &Key,
                    const HintSet::HintList &Hints,
                    const std::set<std::string> &LinesAhead) {
  return !LinesAhead.empty() && !all_of(Hints, isOfOperation) &&
         LinesAhead.count(Key.line().text());
}

static std::string describe(const Hint &H) {
  return (hintTypeWord(H.Type) + ", " + Twine(H.Delta)).str();
}

void InsertPrefetches::missed(const Insertion &I) {
  MachineInstr &MI = *I.Operation;
  MachineFunction &MF = *MI.getMF();
  MachineOptimizationRemarkEmitter(MF, nullptr).emit([&] {
    return MachineOptimizationRemarkMissed("udpc", "NoPrefetch",
                                           MI.getDebugLoc(), MI.getParent())
           << "hint " << ore::NV("Key", I.Key->text()) << " ("
           << ore::NV("Hint", describe(*I.What))
           << ") is not applied: " << ore::NV("Reason", I.Code.Reason);
  });
}

/// Describes the operations at the line of \p Key, which no operation has.
static std::string describeLine(const MemoryOperationKey &Key,
                                const KnownKeys &Known) {
  auto It = Known.find(Key.line());
  if (It == Known.end())
    return "no memory operation is in that line; the source or the way it was "
           "compiled has changed since the hints were made";
  return "the memory operations of that line have discriminator " +
         join(map_range(It->second, [](uint32_t D) { return utostr(D); }),
              ", ");
}

/// An addition to remarks on functions of internal linkage: hints contain no
/// file names.
static std::string namesakeNote(const llvm::Function &F) {
  return F.hasLocalLinkage()
             ? ", or it is for another file's function of that name "
               "(-funique-internal-linkage-names distinguishes them)"
             : "";
}

void InsertPrefetches::missed(MachineFunction &MF,
                              const MemoryOperationKey &Key, size_t Hints,
                              const KnownKeys &Known) {
  NumMissed += Hints;
  const llvm::Function &F = MF.getFunction();
  MachineOptimizationRemarkEmitter(MF, nullptr).emit([&] {
    return MachineOptimizationRemarkMissed(
               "udpc", "NoPrefetch", DiagnosticLocation(F.getSubprogram()),
               &MF.front())
           << "hint " << ore::NV("Key", Key.text()) << " is not applied: "
           << ore::NV("Reason", describeLine(Key, Known) + namesakeNote(F));
  });
}

/// Marks the insertions of \p Found whose hints may be for another operation:
/// tools that make hints from DWARF without the operations' discriminators have
/// one key for all operations of a place.
void InsertPrefetches::markUnclear(const MachineFunction &MF,
                                   const HintSet &Set,
                                   const FunctionKeys &Places,
                                   const KeysOf &Keys,
                                   std::vector<Insertion> &Found) {
  if (Set.HasOperationKeys || Places.Shared.empty())
    return;
  std::string File = PrefetchOptions::of(MF.getFunction()).HintsFile;
  if (any_of(Found, [&](const Insertion &I) {
        return Places.Shared.count(I.Operation);
      }))
    KnowsOperations.insert(File);
  if (KnowsOperations.count(File))
    return;
  std::map<MemoryOperationKey, unsigned> NumAlike;
  for (const auto &[MI, Place] : Places.Shared)
    ++NumAlike[Keys.of(Place)];
  for (Insertion &I : Found) {
    auto It = NumAlike.find(*I.Key);
    if (It == NumAlike.end())
      continue;
    I.NumAlike = It->second;
    Unclear[File].insert(I.Key->text());
  }
}

/// The first of \p Names in quotes, and the number of others.
static std::string firstOf(const std::set<std::string> &Names) {
  std::string More = utostr(Names.size() - 1);
  return "'" + *Names.begin() + "'" +
         (Names.size() == 1 ? "" : " and " + More + " more");
}

void InsertPrefetches::warnOfUnclear(Module &M) {
  for (const auto &[File, Keys] : Unclear) {
    if (KnowsOperations.count(File))
      continue;
    M.getContext().diagnose(DiagnosticInfoGeneric(
        "udpc: " + File + ": hints for " + firstOf(Keys) +
            " are applied to the first of several memory operations that have "
            "one key in LLVM's debug information; if another was meant "
            "(create_llvm_prof does not distinguish them), compile what the "
            "hints are made from with -fudpc-discriminate-memops=debug-info, "
            "or make them by 'udpc hints from-csv' (-Rpass=udpc names them)",
        DS_Warning));
  }
  Unclear.clear();
  KnowsOperations.clear();
}

/// Finds the operations of all hints for \p MF, without changing it.
std::vector<Insertion> InsertPrefetches::find(MachineFunction &MF,
                                              const PrefetchTarget &Target) {
  std::vector<Insertion> Result;
  const HintSet *Set = Source.hintsFor(MF.getFunction());
  if (!Set)
    return Result;
  static const FunctionKeys None;
  auto Own = Assigned->find(&MF);
  const FunctionKeys &Places = Own == Assigned->end() ? None : Own->second;
  std::optional<KeysOf> Keys =
      KeysOf::find(MF.getFunction(), *Set, Places.Store);
  if (!Keys)
    return Result;
  HasOthers |= any_of(Keys->hints(), [](const auto &Entry) {
    return !all_of(Entry.second, isOfOperation);
  });
  bool HasKeys = Source.checkDebugInfo(MF.getFunction());
  bool Bypass = PrefetchOptions::of(MF.getFunction()).BypassPrefetches;
  auto HasKey = [&](const MachineInstr &MI) {
    return Target.isPrefetch(MI) ? !Bypass : Target.isMemoryOperation(MI);
  };
  std::set<std::string> LinesAhead = linesAhead(MF.getFunction());
  KnownKeys Known;
  for (MachineBasicBlock &MBB : MF)
    for (MachineInstr &MI : MBB.instrs()) {
      if (!HasKey(MI))
        continue;
      OperationPlace Place = Places.of(MI);
      if (!Place.At)
        continue;
      MemoryOperationKey Key = Keys->of(Place);
      auto It = Keys->hints().find(Key);
      Known[Key.line()].insert(Key.Frames.back().Discriminator);
      if (It == Keys->hints().end() || isAhead(Key, It->second, LinesAhead))
        continue;
      for (const Hint &H : It->second)
        if (isOfOperation(H))
          Result.push_back({&MI, &It->first, &H, PrefetchCode()});
    }
  // Another function of the same name may be meant.
  bool HasHints = any_of(Keys->hints(), [&](const auto &Entry) {
    return any_of(Entry.second, isOfOperation) &&
           !isAhead(Entry.first, Entry.second, LinesAhead);
  });
  if (HasKeys && HasHints && Result.empty() &&
      !MF.getFunction().hasLocalLinkage() && MF.getName() != "main")
    UnmatchedFunctions.insert(MF.getName().str());
  markUnclear(MF, *Set, Places, *Keys, Result);
  LiveRegisters Live;
  for (Insertion &I : reverse(Result))
    I.Code = Target.prefetch(*I.Operation, *I.What, Live);
  for (const auto &[Key, Hints] : Keys->hints()) {
    size_t NumHints =
        isAhead(Key, Hints, LinesAhead) ? 0 : count_if(Hints, isOfOperation);
    auto It = Known.find(Key.line());
    if (NumHints && (It == Known.end() ||
                     !It->second.count(Key.Frames.back().Discriminator)))
      missed(MF, Key, NumHints, Known);
  }
  return Result;
}

/// The insertion point for \p MI: before it, but before all terminators and
/// outside of bundles.
static MachineBasicBlock::instr_iterator placeBefore(MachineInstr &MI) {
  MachineBasicBlock &MBB = *MI.getParent();
  if (MI.isTerminator())
    return MBB.getFirstInstrTerminator();
  return getBundleStart(MI.getIterator());
}

void InsertPrefetches::insert(const Insertion &I) {
  MachineInstr &MI = *I.Operation;
  MachineFunction &MF = *MI.getMF();
  if (I.Code.Instructions.empty())
    return missed(I);
  for (MachineInstr *New : I.Code.Instructions)
    MI.getParent()->insert(placeBefore(MI), New);
  MachineOptimizationRemarkEmitter(MF, nullptr).emit([&] {
    MachineOptimizationRemark R("udpc", "Prefetch", MI.getDebugLoc(),
                                MI.getParent());
    R << "hint " << ore::NV("Key", I.Key->text()) << " ("
      << ore::NV("Hint", describe(*I.What)) << ") is applied";
    if (I.NumAlike)
      R << " to the first of " << ore::NV("Operations", I.NumAlike + 1)
        << " memory operations that LLVM's debug information does not "
           "distinguish";
    if (!I.Code.Reason.empty())
      R << ": " << ore::NV("Reason", I.Code.Reason);
    return R;
  });
}

bool InsertPrefetches::runOnMachineFunction(MachineFunction &MF) {
  const PrefetchTarget *Target =
      findPrefetchTarget(MF.getTarget().getTargetTriple());
  if (!Target || MF.empty())
    return false;
  std::vector<Insertion> Found = find(MF, *Target);
  // If operations share a key, a hint applies to several, but is counted once.
  std::map<std::pair<const MemoryOperationKey *, const Hint *>, bool> IsApplied;
  for (const Insertion &I : Found) {
    insert(I);
    IsApplied[{I.Key, I.What}] |= !I.Code.Instructions.empty();
  }
  size_t Applied =
      count_if(IsApplied, [](auto &Entry) { return Entry.second; });
  NumApplied += Applied;
  NumMissed += IsApplied.size() - Applied;
  return !Found.empty();
}

bool InsertPrefetches::doFinalization(Module &M) {
  auto Code = find_if(
      M, [](const llvm::Function &F) { return !F.isDeclarationForLinker(); });
  if (Source.files().empty() || Code == M.end())
    return false;
  std::string Text = join(Source.files(), ", ") + ": ";
  if (!UnmatchedFunctions.empty())
    M.getContext().diagnose(DiagnosticInfoGeneric(
        "udpc: " + Text + "no hint for " + firstOf(UnmatchedFunctions) +
            " finds a memory operation; the source or the way it is compiled "
            "has changed since the hints were made (-Rpass-missed=udpc)",
        DS_Warning));
  UnmatchedFunctions.clear();
  warnOfUnclear(M);
  if (std::exchange(HasOthers, false) && NumApplied + NumMissed == 0)
    return false;
  if (NumApplied + NumMissed == 0)
    Text += "no hint is for a function of this file";
  else
    Text += utostr(NumApplied) + " of " + utostr(NumApplied + NumMissed) +
            " hints for functions of this file are applied";
  OptimizationRemarkEmitter ORE(&*Code);
  auto Summary = [&](auto Remark) { return std::move(Remark << Text); };
  BasicBlock *Block = &Code->getEntryBlock();
  if (NumMissed || !NumApplied)
    ORE.emit([&] {
      return Summary(
          OptimizationRemarkMissed("udpc", "Prefetches", DebugLoc(), Block));
    });
  else
    ORE.emit([&] {
      return Summary(
          OptimizationRemark("udpc", "Prefetches", DebugLoc(), Block));
    });
  NumApplied = NumMissed = 0;
  return false;
}

FunctionPass *
udpc::createInsertPrefetchesPass(std::shared_ptr<ModuleKeys> Keys) {
  return new InsertPrefetches(std::move(Keys));
}
