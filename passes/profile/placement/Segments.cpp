//===- Segments.cpp - Instructions always executed together ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/placement/Segments.h"
#include "passes/target/MachineCode.h"
#include "passes/target/TargetNames.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"

using namespace llvm;
using namespace udpc;

bool udpc::isRepeated(const MachineInstr &MI) {
  // Names are REP_MOVSB_64, REP_STOSQ_64, in 64-bit code with 64-bit addresses.
  StringRef Name = opcodeName(MI);
  return Name.starts_with("REP_MOVS") || Name.starts_with("REP_STOS");
}

/// Whether \p MI calls a function of udpc.h that reads or divides costs: code
/// before the call must have been counted, and code after it must not. An
/// activation of the function is counted in parts, as if it left there and were
/// entered again.
static bool dividesCosts(const MachineInstr &MI) {
  return MI.isCall() && any_of(MI.operands(), [](const MachineOperand &Op) {
           StringRef Name = Op.isGlobal()   ? Op.getGlobal()->getName()
                            : Op.isSymbol() ? StringRef(Op.getSymbolName())
                                            : StringRef();
           return Name.starts_with("__udpc_costs_") ||
                  Name.starts_with("__udpc_region_");
         });
}

namespace {

class Finder {
public:
  Finder(MachineFunction &MF, const NopsOfBlocks &NumNops)
      : MF(MF), NumNops(NumNops), CallsMayReturnTwice(mayBeReentered(MF)) {}

  std::vector<Segment> run();

private:
  void cut(MachineBasicBlock &MBB);
  bool endsSegment(const MachineInstr &MI) const;
  void connect(unsigned Index, bool IsLastOfBlock);
  void connectTo(Segment &S, const MachineBasicBlock &MBB) {
    S.Successors.push_back(FirstOf.lookup(&MBB));
  }

  MachineFunction &MF;
  const NopsOfBlocks &NumNops;
  /// Whether longjmp may return control after any call, and leave from any
  /// call.
  bool CallsMayReturnTwice;
  std::vector<Segment> Segments;
  DenseMap<const MachineBasicBlock *, unsigned> FirstOf;
  /// Segments of NOPs, with the preceding segment.
  std::vector<std::pair<unsigned, Segment>> Paddings;
};

} // namespace

static bool hasLandingPads(const MachineBasicBlock &MBB) {
  return any_of(MBB.successors(),
                [](const MachineBasicBlock *S) { return S->isEHPad(); });
}

bool Finder::endsSegment(const MachineInstr &MI) const {
  return MI.isTerminator() ||
         (MI.isCall() && (CallsMayReturnTwice || dividesCosts(MI) ||
                          hasLandingPads(*MI.getParent())));
}

/// Appends the segments of \p MBB, at least one.
void Finder::cut(MachineBasicBlock &MBB) {
  FirstOf[&MBB] = Segments.size();
  auto Begin = [&] {
    Segments.emplace_back();
    Segments.back().Block = &MBB;
  };
  Begin();
  for (MachineInstr &MI : MBB.instrs()) {
    if (!isCode(MI))
      continue;
    if (!Segments.back().Instructions.empty() &&
        endsSegment(*Segments.back().Instructions.back()))
      Begin();
    Segments.back().Instructions.push_back(&MI);
  }
  // After the last call of a block, control does not go to the landing pad.
  if (!Segments.back().Instructions.empty()) {
    const MachineInstr &Last = *Segments.back().Instructions.back();
    if (Last.isCall() && !Last.isTerminator() && endsSegment(Last) &&
        any_of(MBB.successors(),
               [](const MachineBasicBlock *S) { return !S->isEHPad(); }))
      Begin();
  }
}

/// Finds the successors of segment \p Index.
void Finder::connect(unsigned Index, bool IsLastOfBlock) {
  Segment &S = Segments[Index];
  MachineBasicBlock &MBB = *S.Block;
  const MachineInstr *Last =
      S.Instructions.empty() ? nullptr : S.Instructions.back();
  bool Falls = !Last || !Last->isBarrier();
  auto ConnectToSuccessors = [&](auto Wanted) {
    for (const MachineBasicBlock *To : MBB.successors())
      if (Wanted(*To))
        connectTo(S, *To);
  };
  if (Last && Last->isCall() && !Last->isTerminator() && endsSegment(*Last)) {
    ConnectToSuccessors([](auto &To) { return To.isEHPad(); });
    S.IsExit = CallsMayReturnTwice || dividesCosts(*Last);
  }
  if (Last && Last->isTerminator()) {
    // __builtin_longjmp is an indirect branch without successors.
    S.IsExit |=
        Last->isReturn() || (Last->isIndirectBranch() && MBB.succ_empty());
    bool IsAnyWhere = Last->isIndirectBranch() || Last->isInlineAsm();
    ConnectToSuccessors([&](auto &To) {
      return IsAnyWhere
                 ? !To.isEHPad()
                 : any_of(Last->operands(), [&](const MachineOperand &O) {
                     return O.isMBB() && O.getMBB() == &To;
                   });
    });
  }
  if (!Falls)
    return;
  if (!IsLastOfBlock) {
    S.Successors.push_back(Index + 1);
    Segments[Index + 1].IsEntry |=
        (CallsMayReturnTwice || dividesCosts(*Last)) && Last->isCall() &&
        !Last->isTerminator();
    return;
  }
  for (MachineBasicBlock *To : MBB.successors()) {
    if (!MBB.isLayoutSuccessor(To) || To->isEHPad())
      continue;
    unsigned Nops = NumNops.lookup(To);
    if (!Nops) {
      connectTo(S, *To);
      continue;
    }
    Segment Padding;
    Padding.Block = To;
    Padding.NumNops = Nops;
    connectTo(Padding, *To);
    Paddings.push_back({Index, std::move(Padding)});
  }
  // The last instruction was a call that does not return.
  if (S.Successors.empty() &&
      (Paddings.empty() || Paddings.back().first != Index))
    S.IsExit = true;
}

std::vector<Segment> Finder::run() {
  for (MachineBasicBlock &MBB : MF)
    cut(MBB);
  if (Segments.empty())
    return {};
  for (unsigned I = 0; I != Segments.size(); ++I)
    connect(I, I + 1 == Segments.size() ||
                   Segments[I + 1].Block != Segments[I].Block);
  unsigned NumWithCode = Segments.size();
  for (auto &[Before, Padding] : Paddings) {
    Segments[Before].Successors.push_back(Segments.size());
    Segments.push_back(std::move(Padding));
  }
  // Edges that are not understood are assumed from every segment of the block:
  // too many edges merge nodes, which leads to more counters, not to wrong
  // ones. Control does not take the edge to the target of __builtin_longjmp.
  for (MachineBasicBlock &MBB : MF)
    for (const MachineBasicBlock *To : MBB.successors()) {
      if (any_of(MBB.terminators(), [&](const MachineInstr &MI) {
            return isBuiltinSetjmp(MI) && MI.getOperand(0).getMBB() == To;
          }))
        continue;
      unsigned First = FirstOf.lookup(&MBB), Last = First;
      while (Last + 1 != NumWithCode && Segments[Last + 1].Block == &MBB)
        ++Last;
      bool IsFound = false;
      for (unsigned I = First; I <= Last; ++I)
        IsFound |= any_of(Segments[I].Successors, [&](unsigned Next) {
          return Next == FirstOf.lookup(To) ||
                 (Segments[Next].NumNops && Segments[Next].Block == To);
        });
      if (!IsFound)
        connectTo(Segments[Last], *To);
    }
  std::vector<bool> IsReached(Segments.size());
  for (const Segment &S : Segments)
    for (unsigned To : S.Successors)
      IsReached[To] = true;
  for (unsigned I = 0; I != Segments.size(); ++I)
    Segments[I].IsEntry |= I == 0 || !IsReached[I];

  std::vector<Segment> Repetitions;
  for (const Segment &S : Segments)
    for (MachineInstr *MI : S.Instructions)
      if (isRepeated(*MI)) {
        Segment R;
        R.Block = S.Block;
        R.Instructions = {MI};
        R.IsRepetition = true;
        Repetitions.push_back(std::move(R));
      }
  Segments.insert(Segments.end(), Repetitions.begin(), Repetitions.end());
  return std::move(Segments);
}

std::vector<Segment> udpc::findSegments(MachineFunction &MF,
                                        const NopsOfBlocks &NumNops) {
  return Finder(MF, NumNops).run();
}

std::vector<unsigned> udpc::reversePostOrder(ArrayRef<Segment> Segments) {
  std::vector<unsigned> Order;
  std::vector<bool> Seen(Segments.size());
  std::vector<std::pair<unsigned, unsigned>> Stack;
  auto From = [&](unsigned Root) {
    if (Seen[Root])
      return;
    Seen[Root] = true;
    Stack.push_back({Root, 0});
    while (!Stack.empty()) {
      auto &[Index, Next] = Stack.back();
      if (Next == Segments[Index].Successors.size()) {
        Order.push_back(Index);
        Stack.pop_back();
        continue;
      }
      unsigned S = Segments[Index].Successors[Next++];
      if (!Seen[S]) {
        Seen[S] = true;
        Stack.push_back({S, 0});
      }
    }
  };
  // Roots are visited last, so that the function's entry is first.
  for (unsigned I = Segments.size(); I-- != 0;)
    if (Segments[I].IsEntry)
      From(I);
  for (unsigned I = 0; I != Segments.size(); ++I)
    From(I);
  std::reverse(Order.begin(), Order.end());
  return Order;
}
