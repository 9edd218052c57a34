//===- Jumps.cpp - The jumps within a function ----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/costs/Jumps.h"
#include "passes/profile/costs/EdgeCounts.h"
#include "passes/profile/costs/FunctionCosts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineBasicBlock.h"

using namespace llvm;
using namespace udpc;

namespace {

struct Jump {
  unsigned From, To; ///< Indices of segments.
  const MachineInstr *MI;
  bool IsConditional;
  /// Whether it goes to the next instruction, taken or not.
  bool IsAmbiguous;
};

} // namespace

/// The jump at the end of \p S; null for calls, returns and inline assembly.
static const MachineInstr *jumpOf(const Segment &S) {
  if (S.IsRepetition || S.Instructions.empty())
    return nullptr;
  const MachineInstr &MI = *S.Instructions.back();
  return MI.isBranch() && !MI.isCall() && !MI.isReturn() ? &MI : nullptr;
}

static std::vector<Jump> findJumps(ArrayRef<Segment> Segments) {
  std::vector<Jump> Found;
  for (const auto &[I, S] : enumerate(Segments)) {
    const MachineInstr *MI = jumpOf(S);
    if (!MI)
      continue;
    unsigned From = static_cast<unsigned>(I);
    bool IsConditional = MI->isConditionalBranch();
    SmallVector<unsigned, 2> Targets;
    for (unsigned To : S.Successors) {
      const Segment &Next = Segments[To];
      // Other segments of the same block follow a jump in its middle.
      bool IsFirst = !To || Segments[To - 1].Block != Next.Block;
      bool IsTarget = !Next.NumNops && IsFirst &&
                      (MI->isIndirectBranch() ||
                       any_of(MI->operands(), [&](const auto &Op) {
                         return Op.isMBB() && Op.getMBB() == Next.Block;
                       }));
      if (IsTarget && !is_contained(Targets, To))
        Targets.push_back(To);
    }
    for (unsigned To : Targets)
      Found.push_back({From, To, MI, IsConditional,
                       IsConditional && S.Successors.size() == 2 &&
                           S.Successors[0] == S.Successors[1]});
  }
  return Found;
}

/// The first instruction that is executed from segment \p I on; null if there
/// is none.
static const MachineInstr *firstInstruction(ArrayRef<Segment> Segments,
                                            unsigned I) {
  for (size_t Steps = 0; Steps != Segments.size(); ++Steps) {
    const Segment &S = Segments[I];
    if (!S.Instructions.empty())
      return S.Instructions.front();
    if (S.Successors.size() != 1)
      break;
    I = S.Successors.front();
  }
  return nullptr;
}

void udpc::addJumps(const FunctionCosts &P, ArrayRef<CriticalEdge> Counted,
                    ArrayRef<uint32_t> Values) {
  ArrayRef<Segment> Segments = P.segments();
  std::vector<uint32_t> Times;
  for (const Segment &S : Segments)
    Times.push_back(P.valueOf(S));
  EdgeCounts Counts(Segments, Times);
  for (auto [Edge, Value] : zip_equal(Counted, Values))
    Counts.know(Edge.From, Edge.To, Value);
  std::vector<Jump> Jumps = findJumps(Segments);
  for (const Jump &J : Jumps)
    Counts.need(J.From, J.To);
  Counts.derive(P.unit());
  for (const Jump &J : Jumps) {
    const MachineInstr *Target = firstInstruction(Segments, J.To);
    if (!Target)
      continue;
    abi::JumpRec R = {};
    R.Block = P.blockOf(Segments[J.From]);
    R.Line = P.lineOf(*J.MI);
    R.Target = P.lineOf(*Target);
    std::optional<uint32_t> Taken = Counts.value(J.From, J.To);
    bool IsKnown = Taken && !J.IsAmbiguous;
    R.Taken = IsKnown ? *Taken : abi::ZeroValue;
    R.Flags = (J.IsConditional ? abi::JumpIsConditional : 0) |
              (IsKnown ? 0 : abi::JumpIsUnknown);
    P.unit().Table.Jumps.push_back(R);
  }
}
