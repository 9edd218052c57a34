//===- TransparentLoops.cpp - Finds loops in machine code -----------------===//

#include "passes/machine/TransparentFinder.h"
#include "passes/sites/Markers.h"
#include "passes/sites/SourceFunction.h"
#include "passes/sites/SpinLoops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

using namespace llvm;
using namespace udpc;

/// Adds how often control enters \p Loop, or goes back to its head.
bool TransparentFinder::addPassages(MachineLoop &Loop, bool Iterations,
                                    Passage &To) {
  MachineBasicBlock &Header = *Loop.getHeader();
  Passage Entering, Repeating;
  bool KnowsEntering = true, KnowsRepeating = true;
  for (MachineBasicBlock *From : Header.predecessors()) {
    if (Loop.contains(From))
      KnowsRepeating &= addEdge(*From, Header, Repeating);
    else
      KnowsEntering &= addEdge(*From, Header, Entering);
  }
  if (&Header == &MF->front()) {
    MachinePoint Start = atStart(Header);
    KnowsEntering &=
        Start.Before == (Header.empty() ? nullptr : &Header.front());
    Entering.Up.push_back(fallingInto(Header));
  }
  if (Iterations && KnowsEntering && Entering.isDirect() &&
      !(KnowsRepeating && Repeating.isDirect())) {
    // The usual loop repeats by a conditional branch, before which the flags
    // matter. Whatever comes to the header either enters or repeats.
    Repeating = {{atStart(Header)}, Entering.Up};
    KnowsRepeating = true;
  }
  const Passage &Wanted = Iterations ? Repeating : Entering;
  append_range(To.Up, Wanted.Up);
  append_range(To.Down, Wanted.Down);
  return Iterations ? KnowsRepeating : KnowsEntering;
}

static std::pair<std::string, DebugLoc> startOf(const MachineLoop &Loop) {
  const Function &F = Loop.getHeader()->getParent()->getFunction();
  DebugLoc Start = Loop.getStartLoc();
  if (const DILocation *At = Start.get())
    return {absolutePath(At->getFilename(), At->getDirectory()), Start};
  return {placeOf(F).File, Start};
}

static bool isAt(const SpecEntry &Entry, const MachineLoop &Loop) {
  if (!Entry.Line)
    return true;
  auto [File, Start] = startOf(Loop);
  return Start && Start.getLine() == Entry.Line &&
         endsWithPath(File, Entry.AtFile);
}

/// \p Parts: the loop, and those within it whose iterations are its own.
void TransparentFinder::findLoop(const SpecEntry &Entry,
                                 ArrayRef<MachineLoop *> Parts,
                                 StringRef Reason) {
  bool Iterations = Entry.Kind == abi::SiteKind::LoopIteration ||
                    Entry.Kind == abi::SiteKind::SpinIteration;
  auto [File, Start] = startOf(*Parts.front());
  Site S = siteOfFunction(Entry);
  S.File = File;
  S.Line = Start ? Start.getLine() : 0;
  S.Column = Start ? Start.getCol() : 0;
  std::string Where = "the loop at line " + std::to_string(S.Line) + " of " +
                      MF->getName().str();
  Passage At;
  for (MachineLoop *Part : Iterations ? Parts : Parts.take_front())
    if (!addPassages(*Part, Iterations, At))
      return missed(Entry, Where +
                               ": an indirect branch or an exception leads to "
                               "it, where no instruction can stand");
  add(Entry, std::move(S), At);
  found(Entry, Where, Reason);
}

void TransparentFinder::findLoops(const SpecEntry &Entry,
                                  MachineLoopInfo &Loops) {
  for (MachineLoop *L : Loops.getLoopsInPreorder())
    if (isAt(Entry, *L))
      findLoop(Entry, {L}, "");
}

//===----------------------------------------------------------------------===//
// Spin loops
//===----------------------------------------------------------------------===//

/// The loop of the IR that \p Loop has been made of, which says what it is for:
/// the innermost that all of its code is from. Code that is equal in front of
/// the loop may have been merged into it.
const Loop *TransparentFinder::sourceOf(const MachineLoop &Loop) const {
  const llvm::Loop *Source = nullptr;
  for (const MachineBasicBlock *MBB : Loop.blocks()) {
    const BasicBlock *BB = MBB->getBasicBlock();
    const llvm::Loop *Inner = BB ? SourceLoops->getLoopFor(BB) : nullptr;
    if (!Source)
      Source = Inner;
    if (!Inner)
      continue;
    while (Source && !Source->contains(Inner))
      Source = Source->getParentLoop();
    if (!Source)
      return nullptr;
  }
  return Source;
}

void TransparentFinder::findSpin(const SpecEntry &Entry, MachineLoop &Loop) {
  const llvm::Loop *Source = sourceOf(Loop);
  SpinVerdict Verdict;
  bool IsMeant = Source && isAt(Entry, Loop) && Spins.isNamed(*Source, Entry);
  if (IsMeant)
    Verdict = Spins.verdictOf(*Source);
  if (!Verdict.IsSpin) {
    if (IsMeant)
      missed(Entry, Verdict.Reason);
    for (MachineLoop *Inner : Loop)
      findSpin(Entry, *Inner);
    return;
  }
  SmallVector<MachineLoop *> Parts = {&Loop};
  SmallVector<MachineLoop *, 4> Loops = Loop.getLoopsInPreorder();
  for (MachineLoop *Inner : drop_begin(Loops)) {
    // One loop of the IR may be a nest in machine code.
    const llvm::Loop *Part = sourceOf(*Inner);
    if (Part && Spins.verdictOf(*Part).IsSpin)
      Parts.push_back(Inner);
  }
  findLoop(Entry, Parts, Verdict.Reason);
}

/// What the source says of the loops of the function.
void TransparentFinder::declareSpins(ArrayRef<MachineProbe> Probes) {
  auto Declare = [&](const llvm::Loop *L, StringRef Name) {
    if (L && !is_contained(Spins.namesOf(*L), Name))
      Spins.declare(*L, Name);
  };
  for (const MachineProbe &P : Probes)
    if (const BasicBlock *BB = P.Block->getBasicBlock();
        BB && P.What->What == Probe::Spin)
      Declare(SourceLoops->getLoopFor(BB), P.What->Name);
  for (const std::string &Name :
       Markers::namesOf(MF->getFunction(), SpinAttribute))
    for (const llvm::Loop *L : *SourceLoops)
      Declare(L, Name);
}

void TransparentFinder::findSpins(const SpecEntry &Entry,
                                  MachineLoopInfo &Loops) {
  for (MachineLoop *L : Loops)
    findSpin(Entry, *L);
}
