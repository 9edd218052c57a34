//===- TransparentLoops.cpp - Finds loops in machine code -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/Markers.h"
#include "ir/SourceNames.h"
#include "passes/machine/TransparentFinder.h"
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

/// Adds points that count entries into \p Loop, or its back edges. False if
/// that is not possible.
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
    // A loop usually repeats by a conditional branch, before which the flags
    // are live. So back edges are counted as executions of the header minus
    // entries.
    Repeating = {{atStart(Header)}, Entering.Up};
    KnowsRepeating = true;
  }
  const Passage &Wanted = Iterations ? Repeating : Entering;
  append_range(To.Up, Wanted.Up);
  append_range(To.Down, Wanted.Down);
  return Iterations ? KnowsRepeating : KnowsEntering;
}

/// The start location of \p Loop: preferably that of the IR loop; if that has
/// become a nest, it belongs to the outermost.
DebugLoc TransparentFinder::startOf(const MachineLoop &Loop) const {
  const llvm::Loop *Source = sourceOf(Loop);
  const MachineLoop *Around = Loop.getParentLoop();
  if (Source && !(Around && sourceOf(*Around) == Source))
    if (DebugLoc Start = Source->getStartLoc())
      return Start;
  return Loop.getStartLoc();
}

static std::string fileOf(const DebugLoc &Start, const Function &F) {
  if (const DILocation *At = Start.get())
    return absolutePath(At->getFilename(), At->getDirectory());
  return positionOf(F).File;
}

/// The source function that contains \p Loop, which may have been inlined.
const FunctionNames &
TransparentFinder::functionAround(const MachineLoop &Loop) {
  const DILocation *At = startOf(Loop).get();
  const DISubprogram *SP = At ? At->getScope()->getSubprogram() : nullptr;
  const Function &F = MF->getFunction();
  auto It = Sources.find(SP);
  if (It != Sources.end())
    return It->second;
  if (!SP || SP == F.getSubprogram())
    return Sources.emplace(SP, sourceNamesOf(F)).first->second;
  StringRef Linkage = SP->getLinkageName();
  return Sources.try_emplace(SP, Linkage.empty() ? SP->getName() : Linkage)
      .first->second;
}

/// Whether \p Match applies to loops at the place of \p Loop.
bool TransparentFinder::isMeant(const Matcher &Match, const MachineLoop &Loop) {
  const SpecEntry &Entry = Match.entry();
  if (!Match.matches(functionAround(Loop)))
    return false;
  if (!Entry.Line)
    return true;
  DebugLoc Start = startOf(Loop);
  return Start && Start.getLine() == Entry.Line &&
         endsWithPath(fileOf(Start, MF->getFunction()), Entry.AtFile);
}

/// Finds the site of a loop. \p Parts are the loop, and those within it whose
/// iterations are its own.
void TransparentFinder::findLoop(const Matcher &Match,
                                 ArrayRef<MachineLoop *> Parts,
                                 StringRef Reason) {
  const SpecEntry &Entry = Match.entry();
  bool Iterations = Entry.Kind == abi::SiteKind::LoopIteration ||
                    Entry.Kind == abi::SiteKind::SpinIteration;
  DebugLoc Start = startOf(*Parts.front());
  Site S;
  S.Entry = &Entry;
  S.File = fileOf(Start, MF->getFunction());
  S.Line = Start ? Start.getLine() : 0;
  S.Column = Start ? Start.getCol() : 0;
  S.Function = functionAround(*Parts.front()).Linkage;
  std::string Where = "the loop at line " + std::to_string(S.Line) + " of " +
                      MF->getName().str();
  Passage At;
  for (MachineLoop *Part : Iterations ? Parts : Parts.take_front())
    if (!addPassages(*Part, Iterations, At))
      return missed(Entry, Where +
                               ": an indirect branch or an exception leads to "
                               "it, where no instruction can be inserted");
  add(Entry, std::move(S), At);
  found(Entry, Where, Reason);
}

void TransparentFinder::findLoops(const Matcher &Match,
                                  MachineLoopInfo &Loops) {
  for (MachineLoop *L : Loops.getLoopsInPreorder())
    if (isMeant(Match, *L))
      findLoop(Match, {L}, "");
}

//===----------------------------------------------------------------------===//
// Spin loops
//===----------------------------------------------------------------------===//

/// The IR loop that \p Loop was generated from: the innermost that contains all
/// of its code. Equal code before the loop may have been merged into it.
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

void TransparentFinder::findSpin(const Matcher &Match, MachineLoop &Loop) {
  const SpecEntry &Entry = Match.entry();
  const llvm::Loop *Source = sourceOf(Loop);
  SpinVerdict Verdict;
  bool IsMeant =
      Source && isMeant(Match, Loop) && Spins.isNamed(*Source, Entry);
  if (IsMeant)
    Verdict = Spins.verdictOf(*Source);
  if (!Verdict.IsSpin) {
    if (IsMeant)
      missed(Entry, Verdict.Reason);
    for (MachineLoop *Inner : Loop)
      findSpin(Match, *Inner);
    return;
  }
  SmallVector<MachineLoop *> Parts = {&Loop};
  SmallVector<MachineLoop *, 4> Loops = Loop.getLoopsInPreorder();
  for (MachineLoop *Inner : drop_begin(Loops)) {
    // One IR loop may become a nest in machine code.
    const llvm::Loop *Part = sourceOf(*Inner);
    if (Part && Spins.verdictOf(*Part).IsSpin)
      Parts.push_back(Inner);
  }
  findLoop(Match, Parts, Verdict.Reason);
}

/// Declares the names that the source gives the function's loops.
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

void TransparentFinder::findSpins(const Matcher &Match,
                                  MachineLoopInfo &Loops) {
  for (MachineLoop *L : Loops)
    findSpin(Match, *L);
}
