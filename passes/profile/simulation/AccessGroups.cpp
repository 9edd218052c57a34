//===- AccessGroups.cpp - Accesses that share a check ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/simulation/AccessGroups.h"
#include "passes/profile/memory/RegisterValues.h"
#include "passes/profile/plain/PlainBuild.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

using namespace llvm;
using namespace udpc;

namespace {

/// A range of bytes all of whose lines have been accessed.
struct Touched {
  unsigned Key;
  int64_t From, To;
};

struct State {
  RegisterFile Registers;
  SmallVector<Touched, 16> Lines;
};

/// A group that may still grow.
struct OpenGroup {
  size_t Index;
  unsigned Key;
  int64_t Start; ///< Offset of the group's address.
  int64_t From, To;
  int64_t Alignment, Aligned; ///< The alignment, and an offset that has it.
};

class Grouper {
public:
  Grouper(const MachineFunction &MF, ArrayRef<Segment> Segments)
      : MF(MF), Segments(Segments), Code(X86Code::get(MF)),
        TII(*MF.getSubtarget().getInstrInfo()), Values(MF) {}

  AccessGroups run();

private:
  State entryState(unsigned Segment);
  void walk(unsigned Segment);
  void access(MachineInstr &MI, const MemoryAccess &A);
  bool isCovered(const SymbolicAddress &At, int64_t Size) const;
  void alignStack(OpenGroup &G);
  void touch(const OpenGroup &G);
  void touchReturnAddress(int64_t Below);
  void check(const OpenGroup &G);
  void execute(unsigned Position, const MachineInstr &MI);

  const MachineFunction &MF;
  ArrayRef<Segment> Segments;
  const X86Code &Code;
  const TargetInstrInfo &TII;
  RegisterValues Values;
  std::vector<State> Ends;
  std::vector<bool> IsDone;
  std::vector<SmallVector<unsigned, 4>> Predecessors;
  AccessGroups Result;

  State Now;
  unsigned Current = 0;
  std::vector<OpenGroup> Open;
  /// The earliest insertion point in the segment: after the last change of a
  /// register, and where code may be inserted.
  unsigned ChangedBefore[X86Code::NumRegisters] = {};
  unsigned Barrier = 0;
};

} // namespace

constexpr unsigned MostTouched = 48;

bool Grouper::isCovered(const SymbolicAddress &At, int64_t Size) const {
  int64_t From = At.Offset, To = From + Size;
  // The whole access is in the line of its first byte.
  int64_t Reach = std::max(To, From + At.Alignment);
  bool IsInLine = Size <= At.Alignment;
  return any_of(Now.Lines, [&](const Touched &T) {
    return T.Key == At.Key && (IsInLine ? T.From < Reach && From < T.To
                                        : T.From <= From && To <= T.To);
  });
}

/// Uses that the ABI aligns the stack before the return address is pushed.
void Grouper::alignStack(OpenGroup &G) {
  if (G.Key != Values.keyOf(RegisterValues::EntryStack) || G.Alignment > 16)
    return;
  G.Alignment = 16;
  G.Aligned = 8;
}

/// Records the bytes that \p G has accessed, extended to whole lines as far as
/// the alignment is known.
void Grouper::touch(const OpenGroup &G) {
  auto Down = [&](int64_t Offset) {
    int64_t Over = (Offset - G.Aligned) % G.Alignment;
    return Offset - (Over < 0 ? Over + G.Alignment : Over);
  };
  Touched T = {G.Key, Down(G.From), Down(G.To + G.Alignment - 1)};
  erase_if(Now.Lines, [&](const Touched &O) {
    return O.Key == T.Key && T.From <= O.From && O.To <= T.To;
  });
  if (Now.Lines.size() == MostTouched)
    Now.Lines.erase(Now.Lines.begin());
  Now.Lines.push_back(T);
}

/// Records that checked code has just pushed or popped the return address at \p
/// Below the stack pointer.
void Grouper::touchReturnAddress(int64_t Below) {
  const RegisterValue &V = Now.Registers[X86Code::StackPointer];
  int64_t From = V.Offset - Below;
  OpenGroup G = {0, Values.keyOf(V), From, From, From + 8, 8, From};
  alignStack(G);
  touch(G);
}

/// Selects the bytes whose lines are checked.
void Grouper::check(const OpenGroup &G) {
  auto Block = [&](int64_t Offset) {
    return divideFloorSigned(Offset - G.Aligned, G.Alignment);
  };
  auto &Checked = Result.Groups[G.Index].Checked;
  if (Block(G.From) == Block(G.To - 1))
    Checked = {0};
  else
    Checked = {G.From - G.Start, G.To - 1 - G.Start};
}

void Grouper::access(MachineInstr &MI, const MemoryAccess &A) {
  ++Result.NumAccesses;
  std::optional<SymbolicAddress> At = Values.addressOf(MI, A, Now.Registers);
  if (!At) {
    ++Result.NumUnknown;
    return;
  }
  if (isCovered(*At, A.Size)) {
    ++Result.NumCovered;
    return;
  }
  int64_t From = At->Offset, To = From + A.Size;
  for (OpenGroup &G : reverse(Open)) {
    if (G.Key != At->Key ||
        std::max(To, G.To) - std::min(From, G.From) > RegisterValues::LineBytes)
      continue;
    G.From = std::min(From, G.From);
    G.To = std::max(To, G.To);
    if (At->Alignment > G.Alignment) {
      G.Alignment = At->Alignment;
      G.Aligned = From;
    }
    Result.Groups[G.Index].Members.push_back({&MI, A, From - G.Start});
    check(G);
    touch(G);
    return;
  }
  AccessGroup New;
  New.Segment = Current;
  New.Members.push_back({&MI, A, 0});
  New.First = &MI;
  unsigned Earliest = Barrier;
  if (A.Operand < 0) {
    New.Address = {MachineOperand::CreateReg(A.Base, false),
                   MachineOperand::CreateImm(1),
                   MachineOperand::CreateReg(0, false),
                   MachineOperand::CreateImm(A.Displacement),
                   MachineOperand::CreateReg(0, false)};
  } else {
    for (unsigned I = 0; I != X86NumAddressOperands; ++I) {
      New.Address.push_back(MI.getOperand(A.Operand + I));
      if (New.Address.back().isReg())
        New.Address.back().setIsKill(false);
    }
  }
  for (X86Address Part : {X86Base, X86Index})
    if (int Number = Code.number(New.Address[Part].getReg().asMCReg());
        Number >= 0)
      Earliest = std::max(Earliest, ChangedBefore[Number]);
  New.Earliest = Segments[Current].Instructions[Earliest];
  OpenGroup G = {Result.Groups.size(), At->Key, From, From, To,
                 At->Alignment,        From};
  alignStack(G);
  Result.Groups.push_back(std::move(New));
  check(G);
  touch(G);
  Open.push_back(G);
}

/// Applies the effect of \p MI to registers and open groups.
void Grouper::execute(unsigned Position, const MachineInstr &MI) {
  StringRef Name = TII.getName(MI.getOpcode());
  unsigned Next = Position + 1;
  if (MI.isInlineAsm() || MI.isCall() || Name.starts_with("ENDBR") ||
      MI.getOpcode() <= TargetOpcode::GENERIC_OP_END)
    Barrier = Next;
  if (MI.isCall()) {
    Open.clear();
    Now.Lines.clear();
    touchReturnAddress(8);
  }
  Values.execute(MI, Now.Registers,
                 [&](unsigned Register) { ChangedBefore[Register] = Next; });
}

State Grouper::entryState(unsigned Index) {
  State S;
  std::vector<const State *> Known;
  for (unsigned P : Predecessors[Index])
    if (IsDone[P])
      Known.push_back(&Ends[P]);
  bool IsEntry = Segments[Index].IsEntry;
  if (Known.empty() && IsEntry) {
    S.Registers = Values.atEntry(Segments[Index].Block == &MF.front());
    return S;
  }
  bool AreAll = Known.size() == Predecessors[Index].size() && !IsEntry;
  std::vector<const RegisterFile *> Registers;
  if (!IsEntry)
    for (const State *End : Known)
      Registers.push_back(&End->Registers);
  S.Registers = Values.meet(Registers, AreAll);
  if (!AreAll || Known.empty())
    return S;
  for (const Touched &T : Known.front()->Lines)
    if (all_of(Known, [&](const State *End) {
          return any_of(End->Lines, [&](const Touched &O) {
            return O.Key == T.Key && O.From <= T.From && T.To <= O.To;
          });
        }))
      S.Lines.push_back(T);
  return S;
}

void Grouper::walk(unsigned Index) {
  Current = Index;
  Now = entryState(Index);
  if (Now.Registers[X86Code::StackPointer] == RegisterValues::EntryStack &&
      Index == 0)
    touchReturnAddress(0);
  Open.clear();
  std::fill(std::begin(ChangedBefore), std::end(ChangedBefore), 0);
  Barrier = 0;
  const Segment &S = Segments[Index];
  for (auto [Position, MI] : enumerate(S.Instructions)) {
    // The number of accesses of a repeated instruction is known only at run
    // time.
    if (!isRepeated(*MI)) {
      auto Accesses = accessesOf(*MI);
      bool IsRelaxed = isLoadForLinker(*MI);
      for (const MemoryAccess &A : Accesses)
        if (!IsRelaxed || A.Operand < 0)
          access(*MI, A);
    }
    execute(Position, *MI);
  }
  Ends[Index] = std::move(Now);
  IsDone[Index] = true;
}

AccessGroups Grouper::run() {
  Predecessors.resize(Segments.size());
  for (auto [Index, S] : enumerate(Segments))
    for (unsigned Successor : S.Successors)
      Predecessors[Successor].push_back(Index);
  Ends.resize(Segments.size());
  IsDone.resize(Segments.size());
  for (unsigned Index : reversePostOrder(Segments))
    walk(Index);
  return std::move(Result);
}

AccessGroups udpc::groupAccesses(const MachineFunction &MF,
                                 ArrayRef<Segment> Segments) {
  return Grouper(MF, Segments).run();
}
