//===- TransparentFinder.cpp - Finds sites in machine code ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/machine/TransparentFinder.h"
#include "ir/DeferredUnit.h"
#include "ir/SourceNames.h"
#include "passes/sites/SourceFunction.h"
#include "passes/target/TargetDescription.h"
#include "passes/target/TargetNames.h"
#include "profdata/tables/SiteTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include <set>

using namespace llvm;
using namespace udpc;

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

void TransparentFinder::found(const SpecEntry &Entry, StringRef Where,
                              StringRef Reason) {
  ++Matches.NumSites[&Entry - Spec.Entries.data()];
  MachineOptimizationRemarkEmitter MORE(*MF, nullptr);
  MORE.emit([&] {
    return MachineOptimizationRemark(
               "udpc", "Site", MF->getFunction().getSubprogram(), &MF->front())
           << "event '" << ore::NV("Event", Spec.Events[Entry.Event].Name)
           << "': " << commandWord(Entry.Command) << " by an instruction at "
           << ore::NV("Where", Where) << ", for " << kindWord(Entry.Kind)
           << " \"" << ore::NV("Pattern", Entry.Pattern) << "\""
           << (Reason.empty() ? "" : ": ") << ore::NV("Reason", Reason);
  });
}

void TransparentFinder::missed(const SpecEntry &Entry, StringRef Reason) {
  MachineOptimizationRemarkEmitter MORE(*MF, nullptr);
  MORE.emit([&] {
    return MachineOptimizationRemarkMissed("udpc", "NoSite",
                                           MF->getFunction().getSubprogram(),
                                           &MF->front())
           << "event '" << ore::NV("Event", Spec.Events[Entry.Event].Name)
           << "': no " << kindWord(Entry.Kind)
           << " site: " << ore::NV("Reason", Reason);
  });
}

/// Reports for each function inlined here why it is not counted.
void TransparentFinder::explainInlined() {
  const DiagnosticHandler *Handler =
      MF->getFunction().getContext().getDiagHandlerPtr();
  if (!Handler || !Handler->isMissedOptRemarkEnabled("udpc"))
    return;
  SetVector<const DISubprogram *> Inlined;
  for (const MachineBasicBlock &MBB : *MF)
    for (const MachineInstr &MI : MBB)
      for (const DILocation *At = MI.getDebugLoc().get();
           At && At->getInlinedAt(); At = At->getInlinedAt())
        Inlined.insert(At->getScope()->getSubprogram());
  for (const DISubprogram *SP : Inlined) {
    StringRef Linkage =
        SP->getLinkageName().empty() ? SP->getName() : SP->getLinkageName();
    FunctionNames Names(Linkage);
    for (const Matcher &Match : Matchers)
      if (Match.entry().isFunction() && Match.matches(Names))
        missed(Match.entry(), (Names.signature() + " is inlined in " +
                               MF->getName() + ", where the machine has no " +
                               kindWord(Match.entry().Kind) + " of it")
                                  .str());
  }
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Whether \p MI must stay the first instruction of a function or block.
bool TransparentFinder::staysFirst(const MachineInstr &MI) const {
  return MI.isPosition() || MI.isDebugInstr() ||
         MI.getOpcode() == TargetOpcode::PATCHABLE_FUNCTION_ENTER ||
         is_contained(Target.landingPads(), opcodeName(MI));
}

/// The first insertion point of \p MBB, after labels and landing pads.
MachinePoint TransparentFinder::atStart(MachineBasicBlock &MBB) const {
  MachinePoint P;
  P.Block = &MBB;
  for (MachineInstr &MI : MBB) {
    if (staysFirst(MI))
      continue;
    P.Before = &MI;
    break;
  }
  return P;
}

static MachinePoint before(MachineInstr &MI) {
  MachinePoint P;
  P.Block = MI.getParent();
  P.Before = &MI;
  return P;
}

/// The point on the fall-through edge into \p MBB.
MachinePoint TransparentFinder::fallingInto(MachineBasicBlock &MBB) {
  MachinePoint P;
  P.Block = &MBB;
  P.OnFallThrough = true;
  return P;
}

/// The point that control reaches if the conditional \p Branch is not taken.
std::optional<MachinePoint> TransparentFinder::after(MachineInstr &Branch) {
  MachineBasicBlock &MBB = *Branch.getParent();
  auto Next = std::next(MachineBasicBlock::iterator(Branch));
  if (Next != MBB.end())
    return before(*Next);
  auto NextBlock = std::next(MBB.getIterator());
  if (NextBlock == MBB.getParent()->end() || NextBlock->isEHPad())
    return std::nullopt;
  return fallingInto(*NextBlock);
}

/// Whether \p MI is a return that XRay can patch, which LLVM does not describe
/// as a return.
static bool isPatchableReturn(const MachineInstr &MI) {
  return MI.getOpcode() == TargetOpcode::PATCHABLE_RET ||
         MI.getOpcode() == TargetOpcode::PATCHABLE_TAIL_CALL;
}

/// Adds points that count how often \p Branch is taken. A conditional branch
/// counts up before it and down on its fall-through path.
bool TransparentFinder::addTaken(MachineInstr &Branch, Passage &To) {
  To.Up.push_back(before(Branch));
  if (Branch.isBarrier() || isPatchableReturn(Branch))
    return true;
  std::optional<MachinePoint> Behind = after(Branch);
  if (Behind)
    To.Down.push_back(*Behind);
  return Behind.has_value();
}

/// Adds points that count the edge from \p From to \p To, without adding a
/// branch to the program. False if that is not possible.
bool TransparentFinder::addEdge(MachineBasicBlock &From, MachineBasicBlock &To,
                                Passage &Edges) {
  if (To.isEHPad() || To.isInlineAsmBrIndirectTarget())
    return false;
  // Control may also leave by a conditional tail call.
  if (From.succ_size() == 1 &&
      none_of(From.terminators(),
              [](const MachineInstr &MI) { return MI.isReturn(); })) {
    auto At = From.getFirstTerminator();
    MachinePoint P;
    P.Block = &From;
    P.Before = At == From.end() ? nullptr : &*At;
    Edges.Up.push_back(P);
    return true;
  }
  bool FallsThrough = From.isLayoutSuccessor(&To);
  for (MachineInstr &MI : From.terminators()) {
    if (MI.isIndirectBranch() || MI.getOpcode() == TargetOpcode::INLINEASM_BR)
      return false;
    bool BranchesTo = any_of(MI.operands(), [&](const MachineOperand &Op) {
      return Op.isMBB() && Op.getMBB() == &To;
    });
    if (BranchesTo && !addTaken(MI, Edges))
      return false;
    FallsThrough &= !MI.isBarrier();
  }
  if (FallsThrough)
    Edges.Up.push_back(fallingInto(To));
  return true;
}

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

Site TransparentFinder::siteOfFunction(const SpecEntry &Entry) const {
  SourcePosition Where = positionOf(MF->getFunction());
  Site S;
  S.Entry = &Entry;
  S.File = Where.File;
  S.Line = Where.Line;
  S.Function = MF->getFunction().getName().str();
  return S;
}

void TransparentFinder::add(const SpecEntry &Entry, Site S, const Passage &At) {
  unsigned Number = Plan.addSite(std::move(S)).first;
  // Entries of one event that match the same place count it once. Marks are
  // merged elsewhere, since a place may have several.
  if (!Entry.isMark() &&
      Owners.try_emplace(Number, &Entry).first->second != &Entry)
    return;
  bool IsDec = Entry.Command == abi::SiteCommand::Dec;
  auto Take = [&](ArrayRef<MachinePoint> From, bool Negative) {
    for (MachinePoint P : From) {
      P.Site = Number;
      P.Command =
          IsDec != Negative ? abi::SiteCommand::Dec : abi::SiteCommand::Inc;
      Points.push_back(P);
    }
  };
  Take(At.Up, false);
  Take(At.Down, true);
}

void TransparentFinder::findEntry(const SpecEntry &Entry) {
  MachineBasicBlock &Front = MF->front();
  MachinePoint P = atStart(Front);
  // A loop may start at the function's first instruction.
  P.OnFallThrough = !Front.pred_empty();
  if (P.OnFallThrough && P.Before != (Front.empty() ? nullptr : &Front.front()))
    return missed(Entry, "the function begins with a landing pad that is also "
                         "the target of a branch");
  std::string Where = "the entry of " + MF->getName().str();
  add(Entry, siteOfFunction(Entry), {{P}, {}});
  found(Entry, Where);
}

void TransparentFinder::findReturns(const SpecEntry &Entry) {
  Passage At;
  for (MachineBasicBlock &MBB : *MF)
    for (MachineInstr &MI : MBB)
      // A tail call may be a conditional branch.
      if ((MI.isReturn() || isPatchableReturn(MI)) && !addTaken(MI, At))
        return missed(Entry, "a conditional tail call is the last instruction "
                             "of " +
                                 MF->getName().str());
  if (At.Up.empty())
    return missed(Entry, "no instruction returns from " + MF->getName().str());
  std::string Where = "each of " + std::to_string(At.Up.size()) +
                      " returns of " + MF->getName().str();
  add(Entry, siteOfFunction(Entry), At);
  found(Entry, Where);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// For each block and line, the first instruction of the line in the block.
const std::vector<std::pair<MachineBasicBlock *, TransparentFinder::CodeLine>> &
TransparentFinder::lines() {
  if (Lines)
    return *Lines;
  Lines.emplace();
  for (MachineBasicBlock &MBB : *MF) {
    std::set<std::pair<const DIFile *, unsigned>> Seen;
    for (MachineInstr &MI : MBB) {
      const DILocation *At = MI.getDebugLoc().get();
      // Landing pads have the line of the following code.
      if (!At || !At->getLine() || MI.isMetaInstruction() || staysFirst(MI))
        continue;
      if (Seen.insert({At->getFile(), At->getLine()}).second)
        Lines->push_back({&MBB,
                          {absolutePath(At->getFilename(), At->getDirectory()),
                           At->getLine(), &MI}});
    }
  }
  return *Lines;
}

static bool isMeantLine(const SpecEntry &Entry, const Matcher &Match,
                        StringRef File, unsigned Line) {
  return (Entry.AllLines || Line == Entry.Line) && Match.matchesFile(File);
}

bool TransparentFinder::hasLineOf(const SpecEntry &Entry,
                                  const Matcher &Match) {
  return Entry.isLine() && any_of(lines(), [&](const auto &L) {
           return isMeantLine(Entry, Match, L.second.File, L.second.Line);
         });
}

void TransparentFinder::findLines(const SpecEntry &Entry,
                                  const Matcher &Match) {
  std::set<std::pair<std::string, unsigned>> Known;
  for (const auto &[Block, Code] : lines()) {
    if (!isMeantLine(Entry, Match, Code.File, Code.Line))
      continue;
    Site S;
    S.Entry = &Entry;
    S.File = Code.File;
    S.Line = Code.Line;
    add(Entry, std::move(S), {{before(*Code.First)}, {}});
    if (Known.insert({Code.File, Code.Line}).second)
      found(Entry,
            "line " + std::to_string(Code.Line) + " in " + MF->getName().str());
  }
}

std::vector<MachinePoint>
TransparentFinder::findIn(MachineFunction &Function,
                          ArrayRef<MachineProbe> Probes) {
  MF = &Function;
  Points.clear();
  Owners.clear();
  Lines.reset();
  Sources.clear();
  FunctionNames Names = sourceNamesOf(MF->getFunction());
  // Other functions have no source of their own, or are parts of functions, but
  // their code has lines.
  bool IsOfSource = !isCompilerGenerated(MF->getName()) &&
                    unitOf(MF->getFunction()) != nullptr;
  StringRef Reason = reasonNotToCount(MF->getFunction(), Names);
  explainInlined();
  if (Reason.empty())
    findMarks(Probes);
  std::optional<MachineDominatorTree> Dominators;
  std::optional<MachineLoopInfo> Loops;
  std::optional<DominatorTree> SourceDominators;
  std::optional<LoopInfo> SourceInfo;
  for (const Matcher &Match : Matchers) {
    const SpecEntry &Entry = Match.entry();
    if (Entry.isMark())
      continue;
    // Lines and loops may have been inlined here.
    if (Entry.isFunction() && (!IsOfSource || !Match.matches(Names)))
      continue;
    if (!Reason.empty()) {
      if (Entry.isFunction() || hasLineOf(Entry, Match))
        missed(Entry, (Names.signature() + ": " + Reason).str());
      continue;
    }
    if (Entry.isLine()) {
      findLines(Entry, Match);
    } else if (Entry.isLoop() || Entry.isSpin()) {
      if (!Loops) {
        Dominators.emplace(*MF);
        Loops.emplace(*Dominators);
        SourceDominators.emplace(
            const_cast<llvm::Function &>(MF->getFunction()));
        SourceInfo.emplace(*SourceDominators);
        SourceLoops = &*SourceInfo;
        declareSpins(Probes);
      }
      Entry.isSpin() ? findSpins(Match, *Loops) : findLoops(Match, *Loops);
    } else if (Entry.Kind == abi::SiteKind::Entry) {
      findEntry(Entry);
    } else {
      findReturns(Entry);
    }
  }
  return std::move(Points);
}
