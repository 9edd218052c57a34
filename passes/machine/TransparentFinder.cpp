//===- TransparentFinder.cpp - Finds sites in machine code ----------------===//

#include "passes/machine/TransparentFinder.h"
#include "passes/sites/SourceFunction.h"
#include "passes/target/TargetDescription.h"
#include "profdata/SiteTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineOptimizationRemarkEmitter.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include <set>

using namespace llvm;
using namespace udpc;

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

void TransparentFinder::found(const SpecEntry &Entry, StringRef Where) {
  ++Matches.NumSites[&Entry - Spec.Entries.data()];
  MachineOptimizationRemarkEmitter MORE(*MF, nullptr);
  MORE.emit([&] {
    return MachineOptimizationRemark("udpc", "Site",
                                     MF->getFunction().getSubprogram(),
                                     &MF->front())
           << "event '"
           << ore::NV("Event", Spec.Events[Entry.Event].Name)
           << "': " << commandWord(Entry.Command) << " by an instruction at "
           << ore::NV("Where", Where) << ", as " << kindWord(Entry.Kind)
           << " \"" << ore::NV("Pattern", Entry.Pattern) << "\" asks";
  });
}

void TransparentFinder::missed(const SpecEntry &Entry, StringRef Reason) {
  MachineOptimizationRemarkEmitter MORE(*MF, nullptr);
  MORE.emit([&] {
    return MachineOptimizationRemarkMissed("udpc", "NoSite",
                                           MF->getFunction().getSubprogram(),
                                           &MF->front())
           << "event '"
           << ore::NV("Event", Spec.Events[Entry.Event].Name) << "': no "
           << kindWord(Entry.Kind)
           << " site: " << ore::NV("Reason", Reason);
  });
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static StringRef nameOf(const MachineInstr &MI) {
  return MI.getMF()->getSubtarget().getInstrInfo()->getName(MI.getOpcode());
}

/// Behind labels and landing pads.
MachinePoint TransparentFinder::atStart(MachineBasicBlock &MBB) const {
  MachinePoint P;
  P.Block = &MBB;
  for (MachineInstr &MI : MBB) {
    if (MI.isPosition() || MI.isDebugInstr() ||
        MI.getOpcode() == TargetOpcode::PATCHABLE_FUNCTION_ENTER ||
        is_contained(Target.landingPads(), nameOf(MI)))
      continue;
    P.Before = &MI;
    break;
  }
  return P;
}

/// Whether a terminator of \p From names \p To.
static bool branchesTo(const MachineBasicBlock &From,
                       const MachineBasicBlock &To) {
  return any_of(From.terminators(), [&](const MachineInstr &MI) {
    return MI.isIndirectBranch() ||
           any_of(MI.operands(), [&](const MachineOperand &Op) {
             return Op.isMBB() && Op.getMBB() == &To;
           });
  });
}

/// Where control goes from \p From to \p To and nowhere else, without a branch
/// that the program does not have.
std::optional<MachinePoint>
TransparentFinder::onEdge(MachineBasicBlock &From,
                          MachineBasicBlock &To) const {
  MachinePoint P;
  if (To.isEHPad() || To.isInlineAsmBrIndirectTarget())
    return std::nullopt;
  if (From.succ_size() == 1) {
    P.Block = &From;
    auto At = From.getFirstTerminator();
    P.Before = At == From.end() ? nullptr : &*At;
    return P;
  }
  if (From.isLayoutSuccessor(&To) && !branchesTo(From, To)) {
    P.Block = &To;
    P.OnFallThrough = true;
    return P;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

Site TransparentFinder::siteOfFunction(const SpecEntry &Entry) const {
  Place Where = placeOf(MF->getFunction());
  Site S;
  S.Entry = &Entry;
  S.File = Where.File;
  S.Line = Where.Line;
  S.Function = MF->getFunction().getName().str();
  return S;
}

void TransparentFinder::add(const SpecEntry &Entry, Site S,
                            std::vector<MachinePoint> At,
                            std::vector<MachinePoint> TakenAt) {
  unsigned Number = Plan.addSite(std::move(S)).first;
  bool IsDec = Entry.Command == abi::SiteCommand::Dec;
  auto Take = [&](std::vector<MachinePoint> &From, bool Negative) {
    for (MachinePoint &P : From) {
      P.Site = Number;
      P.Command =
          IsDec != Negative ? abi::SiteCommand::Dec : abi::SiteCommand::Inc;
      Points.push_back(P);
    }
  };
  Take(At, false);
  Take(TakenAt, true);
}

void TransparentFinder::findEntry(const SpecEntry &Entry) {
  MachineBasicBlock &Front = MF->front();
  MachinePoint P = atStart(Front);
  // A loop may begin with the function's first instruction.
  P.OnFallThrough = !Front.pred_empty();
  if (P.OnFallThrough && P.Before != (Front.empty() ? nullptr : &Front.front()))
    return missed(Entry, "the function begins with a landing pad that is also "
                         "the target of a branch");
  std::string Where = "the entry of " + MF->getName().str();
  add(Entry, siteOfFunction(Entry), {P});
  found(Entry, Where);
}

void TransparentFinder::findReturns(const SpecEntry &Entry) {
  std::vector<MachinePoint> At;
  for (MachineBasicBlock &MBB : *MF)
    for (MachineInstr &MI : MBB.terminators()) {
      if (!MI.isReturn())
        continue;
      // A site before it would count what does not return as well.
      if (!MI.isBarrier()) {
        missed(Entry, "it is a conditional tail call");
        continue;
      }
      MachinePoint P;
      P.Block = &MBB;
      P.Before = &MI;
      At.push_back(P);
    }
  if (At.empty())
    return missed(Entry, "no instruction returns from " + MF->getName().str());
  std::string Where = "each of " + std::to_string(At.size()) + " returns of " +
                      MF->getName().str();
  add(Entry, siteOfFunction(Entry), std::move(At));
  found(Entry, Where);
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

/// For each block and line, the first instruction of the line in the block.
const std::vector<
    std::pair<MachineBasicBlock *, TransparentFinder::CodeLine>> &
TransparentFinder::lines() {
  if (Lines)
    return *Lines;
  Lines.emplace();
  for (MachineBasicBlock &MBB : *MF) {
    std::set<std::pair<const DIFile *, unsigned>> Seen;
    for (MachineInstr &MI : MBB) {
      const DILocation *At = MI.getDebugLoc().get();
      if (!At || !At->getLine() || MI.isMetaInstruction() || MI.isPosition())
        continue;
      if (Seen.insert({At->getFile(), At->getLine()}).second)
        Lines->push_back(
            {&MBB,
             {absolutePath(At->getFilename(), At->getDirectory()),
              At->getLine(), &MI}});
    }
  }
  return *Lines;
}

void TransparentFinder::findLines(const SpecEntry &Entry,
                                  const Matcher &Match) {
  std::set<std::pair<std::string, unsigned>> Known;
  for (const auto &[Block, Code] : lines()) {
    if ((!Entry.AllLines && Code.Line != Entry.Line) ||
        !Match.matchesFile(Code.File))
      continue;
    Site S;
    S.Entry = &Entry;
    S.File = Code.File;
    S.Line = Code.Line;
    MachinePoint P;
    P.Block = Block;
    P.Before = Code.First;
    add(Entry, std::move(S), {P});
    if (Known.insert({Code.File, Code.Line}).second)
      found(Entry, "line " + std::to_string(Code.Line) + " in " +
                       MF->getName().str());
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void TransparentFinder::findLoop(const SpecEntry &Entry, MachineLoop &Loop,
                                 const std::string &File, unsigned Line,
                                 unsigned Column) {
  MachineBasicBlock &Header = *Loop.getHeader();
  std::vector<MachinePoint> Entering, Repeating;
  bool AllEntering = true, AllRepeating = true;
  auto Collect = [&](MachineBasicBlock &From, std::vector<MachinePoint> &To,
                     bool &All) {
    if (std::optional<MachinePoint> P = onEdge(From, Header))
      To.push_back(*P);
    else
      All = false;
  };
  for (MachineBasicBlock *From : Header.predecessors()) {
    if (Loop.contains(From))
      Collect(*From, Repeating, AllRepeating);
    else
      Collect(*From, Entering, AllEntering);
  }
  if (&Header == &MF->front()) {
    MachinePoint P = atStart(Header);
    P.OnFallThrough = true;
    AllEntering &= P.Before == (Header.empty() ? nullptr : &Header.front());
    Entering.push_back(P);
  }

  Site S = siteOfFunction(Entry);
  S.File = File;
  S.Line = Line;
  S.Column = Column;
  std::string Where = "the loop at line " + std::to_string(Line) + " of " +
                      MF->getName().str();
  bool IsIteration = Entry.Kind == abi::SiteKind::LoopIteration;
  if (IsIteration && AllRepeating) {
    add(Entry, std::move(S), std::move(Repeating));
  } else if (!AllEntering) {
    return missed(Entry, Where + ": a conditional branch enters it, where no "
                                 "instruction can stand; write fidelity: "
                                 "exact");
  } else if (IsIteration) {
    // The usual loop repeats by a conditional branch. Whatever comes to the
    // header either enters or repeats.
    add(Entry, std::move(S), {atStart(Header)}, std::move(Entering));
  } else {
    add(Entry, std::move(S), std::move(Entering));
  }
  found(Entry, Where);
}

void TransparentFinder::findLoops(const SpecEntry &Entry,
                                  MachineLoopInfo &Loops) {
  for (MachineLoop *L : Loops.getLoopsInPreorder()) {
    DebugLoc Start = L->getStartLoc();
    std::string File = placeOf(MF->getFunction()).File;
    if (const DILocation *At = Start.get())
      File = absolutePath(At->getFilename(), At->getDirectory());
    unsigned Line = Start ? Start.getLine() : 0;
    if (!Entry.Line ||
        (Line == Entry.Line && endsWithPath(File, Entry.LoopFile)))
      findLoop(Entry, *L, File, Line, Start ? Start.getCol() : 0);
  }
}

std::vector<MachinePoint> TransparentFinder::findIn(MachineFunction &Function) {
  MF = &Function;
  Points.clear();
  Lines.reset();
  FunctionNames Names(MF->getName());
  StringRef Reason = reasonNotToCount(MF->getFunction(), Names);
  std::optional<MachineDominatorTree> Dominators;
  std::optional<MachineLoopInfo> Loops;
  for (const Matcher &Match : Matchers) {
    const SpecEntry &Entry = Match.entry();
    if (!Entry.isLine() && !Match.matches(Names))
      continue;
    if (!Reason.empty()) {
      if (!Entry.isLine())
        missed(Entry, (Names.Signature + ": " + Reason).str());
      continue;
    }
    if (Entry.isLine()) {
      findLines(Entry, Match);
    } else if (Entry.isLoop()) {
      if (!Loops) {
        Dominators.emplace(*MF);
        Loops.emplace(*Dominators);
      }
      findLoops(Entry, *Loops);
    } else if (Entry.Kind == abi::SiteKind::Entry) {
      findEntry(Entry);
    } else {
      findReturns(Entry);
    }
  }
  return std::move(Points);
}
