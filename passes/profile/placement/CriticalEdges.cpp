//===- CriticalEdges.cpp - Edges that can have a counter ------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/placement/CriticalEdges.h"
#include "passes/target/X86Code.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"

using namespace llvm;
using namespace udpc;

/// The conditional branch at the end of \p S, which names the block that it
/// goes to.
static MachineInstr *branchOf(const Segment &S) {
  if (S.IsRepetition || S.Instructions.empty())
    return nullptr;
  MachineInstr &MI = *S.Instructions.back();
  bool NamesBlock =
      MI.isConditionalBranch() && !MI.isCall() && MI.getOperand(0).isMBB();
  return NamesBlock ? &MI : nullptr;
}

/// Whether code that is inserted before \p To, on one edge to it, may change
/// the flags.
static bool mayPrecede(const Segment &To) {
  const MachineBasicBlock &MBB = *To.Block;
  return !To.NumNops && !MBB.isEHPad() && !MBB.isEntryBlock() &&
         !MBB.isLiveIn(X86Code::get(*MBB.getParent()).EFLAGS);
}

std::vector<CriticalEdge> udpc::findCriticalEdges(ArrayRef<Segment> Segments) {
  std::vector<unsigned> WaysTo(Segments.size());
  for (const auto &[I, S] : enumerate(Segments)) {
    WaysTo[I] += S.IsEntry;
    for (unsigned To : S.Successors)
      ++WaysTo[To];
  }
  std::vector<CriticalEdge> Edges;
  for (const auto &[I, S] : enumerate(Segments)) {
    MachineInstr *Branch = branchOf(S);
    // A branch to the next instruction has one successor twice.
    if (!Branch || S.Successors.size() != 2 ||
        S.Successors[0] == S.Successors[1])
      continue;
    const MachineBasicBlock *Target = Branch->getOperand(0).getMBB();
    for (unsigned To : S.Successors) {
      const Segment &Next = Segments[To];
      if (WaysTo[To] < 2 || !mayPrecede(Next))
        continue;
      bool IsTaken = Next.Block == Target;
      // This is the rest of the same block.
      if (!IsTaken && Next.Block == S.Block)
        continue;
      Edges.push_back(
          {static_cast<unsigned>(I), To, IsTaken ? Branch : nullptr});
    }
  }
  return Edges;
}
