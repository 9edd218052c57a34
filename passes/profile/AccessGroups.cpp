//===- AccessGroups.cpp - Accesses that need one check --------------------===//

#include "passes/profile/AccessGroups.h"
#include "passes/profile/LinkerRelaxation.h"
#include "profdata/hints/MemoryOperand.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFrameInfo.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/GlobalValue.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <optional>
#include <tuple>

using namespace llvm;
using namespace udpc;

namespace {

/// A register is a value that nobody knows plus a constant.
struct Value {
  unsigned Id = 0;
  int64_t Offset = 0;
  bool operator==(const Value &O) const {
    return Id == O.Id && Offset == O.Offset;
  }
};

/// Whose values and symbol an address is made of: base, index, scale, segment,
/// kind of symbol, symbol.
using Key =
    std::tuple<unsigned, unsigned, int64_t, unsigned, unsigned, const void *>;

struct Address {
  unsigned Key = 0;
  int64_t Offset = 0;
  int64_t Alignment = 1; ///< Of the address, at most a line.
};

/// Bytes whose lines have all been accessed.
struct Touched {
  unsigned Key;
  int64_t From, To;
};

struct State {
  Value Registers[X86Code::NumRegisters];
  SmallVector<Touched, 16> Lines;
};

/// A group that may still get members.
struct OpenGroup {
  size_t Index;
  unsigned Key;
  int64_t Start; ///< Offset of the group's address.
  int64_t From, To;
  int64_t Alignment, Aligned; ///< An offset that is so aligned.
};

class Grouper {
public:
  Grouper(const MachineFunction &MF, ArrayRef<Segment> Segments)
      : MF(MF), Segments(Segments), Code(X86Code::get(MF)),
        TII(*MF.getSubtarget().getInstrInfo()) {}

  AccessGroups run();

private:
  std::vector<unsigned> order() const;
  State entryState(unsigned Segment);
  void walk(unsigned Segment);
  void access(MachineInstr &MI, const MemoryAccess &A);
  std::optional<Address> addressOf(const MachineInstr &MI,
                                   const MemoryAccess &A);
  bool isCovered(const Address &At, int64_t Size) const;
  void alignStack(OpenGroup &G);
  void touch(const OpenGroup &G);
  void touchReturnAddress(int64_t Below);
  void check(const OpenGroup &G);
  void execute(unsigned Position, const MachineInstr &MI);
  Value fresh() { return {NextValue++, 0}; }
  unsigned intern(const Key &K) {
    return Keys.try_emplace(K, Keys.size()).first->second;
  }
  bool isKept(unsigned Register) const;

  const MachineFunction &MF;
  ArrayRef<Segment> Segments;
  const X86Code &Code;
  const TargetInstrInfo &TII;
  /// The stack pointer when the function is entered.
  static constexpr unsigned Stack = 1;
  unsigned NextValue = Stack + 1;
  std::map<Key, unsigned> Keys;
  std::vector<State> Ends;
  std::vector<bool> IsDone;
  std::vector<SmallVector<unsigned, 4>> Predecessors;
  AccessGroups Result;

  State Now;
  unsigned Current = 0;
  std::vector<OpenGroup> Open;
  /// Before which instruction of the segment a register was last changed, and
  /// code of ours may be put in at all.
  unsigned ChangedBefore[X86Code::NumRegisters] = {};
  unsigned Barrier = 0;
};

} // namespace

constexpr int64_t LineBytes = 1 << abi::RecentLineShift;
constexpr unsigned MostTouched = 48;
/// As X86Code numbers registers.
constexpr int StackPointer = 7;

/// Whether code can compute the address of \p Op. Linkers change code with
/// entries of the global offset table or offsets of thread-local variables that
/// only they know; other instructions than loads they take for something else
/// (GNU ld makes an `or` of `lea x@GOTPCREL(%rip)` in static executables).
static bool isKnownSymbol(const MachineOperand &Op, const X86Code &Code) {
  unsigned Flags = Op.getTargetFlags();
  return Flags == 0 || Flags == Code.ThreadOffset;
}

static const void *symbolOf(const MachineOperand &Op) {
  switch (Op.getType()) {
  case MachineOperand::MO_GlobalAddress:
    return Op.getGlobal();
  case MachineOperand::MO_ExternalSymbol:
    return Op.getSymbolName();
  case MachineOperand::MO_MCSymbol:
    return Op.getMCSymbol();
  case MachineOperand::MO_BlockAddress:
    return Op.getBlockAddress();
  case MachineOperand::MO_ConstantPoolIndex:
  case MachineOperand::MO_JumpTableIndex:
    return reinterpret_cast<const void *>(
        static_cast<uintptr_t>(Op.getIndex() + 1));
  default:
    return nullptr;
  }
}

/// What the instruction's description says of where it accesses.
static int64_t alignmentOf(const MachineInstr &MI, const MemoryAccess &A) {
  if (A.Operand < 0)
    return A.Size == 8 ? 8 : 1; // The stack, but for string instructions.
  if (!MI.hasOneMemOperand())
    return 1;
  return std::min<int64_t>((*MI.memoperands_begin())->getAlign().value(),
                           LineBytes);
}

std::optional<Address> Grouper::addressOf(const MachineInstr &MI,
                                          const MemoryAccess &A) {
  if (A.IsScattered)
    return std::nullopt;
  Address At;
  At.Alignment = alignmentOf(MI, A);
  if (A.Operand < 0) {
    int Base = Code.number(A.Base);
    const Value &V = Now.Registers[Base];
    if (A.Base != Code.RSP)
      At.Alignment = 1;
    At.Key = intern({V.Id, 0, 1, 0, 0, nullptr});
    At.Offset = V.Offset + A.Displacement;
    return At;
  }
  const MachineOperand *Op = &MI.getOperand(A.Operand);
  if (!Op[X86Base].isReg() || !Op[X86Index].isReg())
    return std::nullopt;
  unsigned Ids[2] = {0, 0};
  int64_t Scale = Op[X86Scale].getImm();
  for (X86Address Part : {X86Base, X86Index}) {
    MCRegister Reg = Op[Part].getReg().asMCReg();
    bool IsBase = Part == X86Base;
    if (!Reg)
      continue;
    if (IsBase && Reg == Code.RIP)
      continue; // Where the code is does not change.
    int Number = Code.number(Reg);
    if (Number < 0 || Code.General[Number] != Reg)
      return std::nullopt;
    const Value &V = Now.Registers[Number];
    Ids[IsBase ? 0 : 1] = V.Id;
    At.Offset += IsBase ? V.Offset : V.Offset * Scale;
  }
  MCRegister Segment = Op[X86Segment].getReg().asMCReg();
  if (Segment && Segment != Code.FS)
    return std::nullopt;
  const MachineOperand &Displacement = Op[X86Displacement];
  unsigned Kind = 0;
  const void *Symbol = nullptr;
  if (Displacement.isImm()) {
    if (Op[X86Base].getReg() == Code.RIP)
      return std::nullopt;
    At.Offset += Displacement.getImm();
  } else {
    Symbol = symbolOf(Displacement);
    if (!Symbol || !isKnownSymbol(Displacement, Code))
      return std::nullopt;
    Kind = Displacement.getType() << 8 | Displacement.getTargetFlags();
    if (!Displacement.isJTI())
      At.Offset += Displacement.getOffset();
  }
  if (!Ids[1])
    Scale = 1;
  At.Key = intern({Ids[0], Ids[1], Scale, Segment, Kind, Symbol});
  return At;
}

bool Grouper::isCovered(const Address &At, int64_t Size) const {
  int64_t From = At.Offset, To = From + Size;
  // All of it is in the line where its first byte is.
  int64_t Reach = std::max(To, From + At.Alignment);
  bool IsInLine = Size <= At.Alignment;
  return any_of(Now.Lines, [&](const Touched &T) {
    return T.Key == At.Key && (IsInLine ? T.From < Reach && From < T.To
                                        : T.From <= From && To <= T.To);
  });
}

/// The ABI aligns the stack before the return address is pushed.
void Grouper::alignStack(OpenGroup &G) {
  if (G.Key != intern({Stack, 0, 1, 0, 0, nullptr}) || G.Alignment > 16)
    return;
  G.Alignment = 16;
  G.Aligned = 8;
}

/// What \p G has accessed: whole lines, as far as the alignment says where they
/// begin and end.
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

/// The return address that is \p Below the stack pointer has just been pushed,
/// or popped, by code that is checked itself.
void Grouper::touchReturnAddress(int64_t Below) {
  const Value &V = Now.Registers[StackPointer];
  int64_t From = V.Offset - Below;
  OpenGroup G = {
      0, intern({V.Id, 0, 1, 0, 0, nullptr}), From, From, From + 8, 8, From};
  alignStack(G);
  touch(G);
}

/// Chooses the bytes whose lines are checked.
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
  std::optional<Address> At = addressOf(MI, A);
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
        std::max(To, G.To) - std::min(From, G.From) > LineBytes)
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

/// What \p MI makes of the registers.
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
  auto Number = [&](unsigned Operand) {
    return Code.number(MI.getOperand(Operand).getReg().asMCReg());
  };
  // What is known to be another register's, or its own, plus a constant.
  int Changed = -1;
  Value V;
  if (Name.starts_with("PUSH64") || Name.starts_with("PUSHF64")) {
    Changed = StackPointer;
    V = Now.Registers[StackPointer];
    V.Offset -= 8;
  } else if (Name.starts_with("POP64") || Name.starts_with("POPF64")) {
    Changed = StackPointer;
    V = Now.Registers[StackPointer];
    V.Offset += 8;
  } else if (Name == "MOV64rr") {
    Changed = Number(0);
    V = Now.Registers[Number(1)];
  } else if ((Name == "ADD64ri8" || Name == "ADD64ri32" || Name == "SUB64ri8" ||
              Name == "SUB64ri32") &&
             MI.getOperand(2).isImm()) {
    int64_t Step = MI.getOperand(2).getImm();
    Changed = Number(0);
    V = Now.Registers[Number(1)];
    V.Offset += Name.front() == 'A' ? Step : -Step;
  } else if (Name == "INC64r" || Name == "DEC64r") {
    Changed = Number(0);
    V = Now.Registers[Number(1)];
    V.Offset += Name.front() == 'I' ? 1 : -1;
  } else if (Name == "LEA64r" && Number(1 + X86Base) >= 0 &&
             !MI.getOperand(1 + X86Index).getReg() &&
             MI.getOperand(1 + X86Displacement).isImm()) {
    Changed = Number(0);
    V = Now.Registers[Number(1 + X86Base)];
    V.Offset += MI.getOperand(1 + X86Displacement).getImm();
  }
  auto Define = [&](int Register, Value New) {
    Now.Registers[Register] = New;
    ChangedBefore[Register] = Next;
  };
  for (const MachineOperand &Op : MI.operands()) {
    if (Op.isRegMask()) {
      // A call leaves the stack pointer where it was.
      for (unsigned I = 0; I != X86Code::NumRegisters; ++I)
        if (I != StackPointer && Op.clobbersPhysReg(Code.General[I]))
          Define(I, fresh());
      continue;
    }
    if (!Op.isReg() || !Op.isDef() || !Op.getReg())
      continue;
    int Register = Code.number(Op.getReg().asMCReg());
    if (Register >= 0 && Register != Changed &&
        !(MI.isCall() && Register == StackPointer))
      Define(Register, fresh());
  }
  if (Changed >= 0)
    Define(Changed, V);
}

/// Whether a register has the same distance from the function's frame whichever
/// way control has come.
bool Grouper::isKept(unsigned Register) const {
  return Code.General[Register] == Code.RSP ||
         MF.getRegInfo().isReserved(Code.General[Register]);
}

State Grouper::entryState(unsigned Index) {
  State S;
  bool IsMerge = true;
  const State *First = nullptr;
  for (unsigned P : Predecessors[Index]) {
    if (!IsDone[P])
      IsMerge = false;
    else if (!First)
      First = &Ends[P];
  }
  if (Segments[Index].IsEntry && !First) {
    IsMerge = false;
    bool IsFunctionEntry = Segments[Index].Block == &MF.front();
    for (auto [Number, V] : enumerate(S.Registers))
      V = IsFunctionEntry && Code.General[Number] == Code.RSP ? Value{Stack, 0}
                                                              : fresh();
    return S;
  }
  IsMerge = IsMerge && First && !Segments[Index].IsEntry;
  bool IsFrameKept = !MF.getFrameInfo().hasVarSizedObjects() && First &&
                     !Segments[Index].IsEntry;
  auto AllAgree = [&](unsigned Register) {
    return all_of(Predecessors[Index], [&](unsigned P) {
      return !IsDone[P] ||
             Ends[P].Registers[Register] == First->Registers[Register];
    });
  };
  for (unsigned I = 0; I != X86Code::NumRegisters; ++I) {
    bool IsKnown = IsMerge || (IsFrameKept && isKept(I));
    S.Registers[I] = IsKnown && AllAgree(I) ? First->Registers[I] : fresh();
  }
  if (!IsMerge)
    return S;
  for (const Touched &T : First->Lines)
    if (all_of(Predecessors[Index], [&](unsigned P) {
          return any_of(Ends[P].Lines, [&](const Touched &O) {
            return O.Key == T.Key && O.From <= T.From && T.To <= O.To;
          });
        }))
      S.Lines.push_back(T);
  return S;
}

void Grouper::walk(unsigned Index) {
  Current = Index;
  Now = entryState(Index);
  if (Now.Registers[StackPointer] == Value{Stack, 0} && Index == 0)
    touchReturnAddress(0);
  Open.clear();
  std::fill(std::begin(ChangedBefore), std::end(ChangedBefore), 0);
  Barrier = 0;
  const Segment &S = Segments[Index];
  for (auto [Position, MI] : enumerate(S.Instructions)) {
    // How often a repeated one accesses is known only when it is executed.
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

/// Segments in reverse post-order: all that come before one are walked before
/// it, but for those that come back to it.
std::vector<unsigned> Grouper::order() const {
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
  // The function's entry comes to be the first, and so its roots are last.
  for (unsigned I = Segments.size(); I-- != 0;)
    if (Segments[I].IsEntry)
      From(I);
  for (unsigned I = 0; I != Segments.size(); ++I)
    From(I);
  std::reverse(Order.begin(), Order.end());
  return Order;
}

AccessGroups Grouper::run() {
  Predecessors.resize(Segments.size());
  for (auto [Index, S] : enumerate(Segments))
    for (unsigned Successor : S.Successors)
      Predecessors[Successor].push_back(Index);
  Ends.resize(Segments.size());
  IsDone.resize(Segments.size());
  std::vector<unsigned> Order = order();
  for (unsigned Index : Order)
    walk(Index);
  return std::move(Result);
}

AccessGroups udpc::groupAccesses(const MachineFunction &MF,
                                 ArrayRef<Segment> Segments) {
  return Grouper(MF, Segments).run();
}
