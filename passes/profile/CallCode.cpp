//===- CallCode.cpp - Code that records calls -----------------------------===//

#include "passes/profile/CallCode.h"
#include "passes/target/MachineCode.h"
#include "udpc/calls.h"
#include "llvm/ADT/bit.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/MC/MCContext.h"

using namespace llvm;
using namespace udpc;

static constexpr char StateName[] = "__udpc_calls";

/// Places in CallState, CallEntry and CallNode.
constexpr uint64_t TopOf = offsetof(abi::CallState, Top),
                   EndOf = offsetof(abi::CallState, End),
                   CacheOf = offsetof(abi::CallState, Cache),
                   TotalOf = offsetof(abi::CallState, Costs);

CallCode::CallCode(MachineFunction &MF, const CallVariables &Variables,
                   bool AllCosts)
    : CodeInserter(MF), Variables(Variables), AllCosts(AllCosts) {}

/// The operand of the thread's state.
const MachineInstrBuilder &CallCode::addState(const Builder &MIB,
                                              uint64_t Offset) {
  MachineOperand Symbol =
      MachineOperand::CreateES(StateName, Code.ThreadOffset);
  Symbol.setOffset(static_cast<int64_t>(Offset));
  return MIB.addReg(0).addImm(1).addReg(0).add(Symbol).addReg(Code.FS);
}

const MachineInstrBuilder &
CallCode::addField(const Builder &MIB, MCRegister Base, uint64_t Offset) {
  return MIB.addReg(Base).addImm(1).addReg(0).addImm(Offset).addReg(0);
}

/// Calls the runtime below memory that is in use.
void CallCode::callBelow(StringRef Name) {
  moveStack(-int(abi::CallRedZone));
  call(Name);
  moveStack(abi::CallRedZone);
}

void CallCode::enter(unsigned Function) {
  const MachineBasicBlock &Front = MF.front();
  FreeState State = Free.at(Front, Front.begin());
  goToEntry();
  uint64_t Record = Function * sizeof(abi::CallFunctionRec);
  Scratch S = take(State, 0, 3, /*Flags=*/true);
  if (AllCosts || S.usesStack() || !S.InVectors.empty()) {
    call("__udpc_calls_enter");
    return addRecord(*Variables.Functions, Record);
  }
  MCContext &Context = MF.getContext();
  MCSymbol *Slow = Context.createTempSymbol(),
           *Back = Context.createTempSymbol();
  MCRegister Top = Code.General[S.Registers[0]],
             A = Code.General[S.Registers[1]], B = Code.General[S.Registers[2]],
             LowB = Code.LowHalf[S.Registers[2]];
  addState(add(Code.MOV64rm).addDef(Top), TopOf);
  addState(add(Code.CMP64mr), EndOf).addUse(Top);
  jump(X86Equal, Slow);
  addField(add(Code.CMP64mr), Top, offsetof(abi::CallEntry, StackPointer))
      .addUse(Code.RSP);
  jump(X86BelowOrEqual, Slow);
  // The node.
  addField(add(Code.MOV64rm).addDef(A), Top, offsetof(abi::CallEntry, Node));
  addField(add(Code.MOV64rm).addDef(A), A, offsetof(abi::CallNode, Key));
  add(Code.MOV32rr).addDef(LowB).addUse(Code.LowHalf[S.Registers[1]]);
  addField(add(Code.ADD64rm).addDef(B).addUse(B), Code.RSP, 0);
  add(Code.AND32ri).addDef(LowB).addUse(LowB).addImm(abi::CallCacheSize - 1);
  addState(add(Code.MOV64rm).addDef(Top), CacheOf);
  add(Code.MOV64rm)
      .addDef(B)
      .addReg(Top)
      .addImm(sizeof(void *))
      .addReg(B)
      .addImm(0)
      .addReg(0);
  addField(add(Code.CMP64mr), B, offsetof(abi::CallNode, ParentKey)).addUse(A);
  jump(X86NotEqual, Slow);
  addField(add(Code.MOV64rm).addDef(A), Code.RSP, 0);
  addField(add(Code.CMP64mr), B, offsetof(abi::CallNode, ReturnAddress))
      .addUse(A);
  jump(X86NotEqual, Slow);
  addAddress(Code.LEA64r, A, moduleAddress(*Variables.Functions, Record), 0);
  addField(add(Code.CMP64mr), B, offsetof(abi::CallNode, Function)).addUse(A);
  jump(X86NotEqual, Slow);
  // The entry. A signal handler may push another one at any time: the stack
  // pointer is written before Top, which makes it valid, and again after it.
  constexpr uint64_t Next = sizeof(abi::CallEntry);
  addState(add(Code.MOV64rm).addDef(Top), TopOf);
  addField(add(Code.MOV64mr), Top,
           Next + offsetof(abi::CallEntry, StackPointer))
      .addUse(Code.RSP);
  addState(add(Code.ADD64mi32), TopOf).addImm(Next);
  addField(add(Code.MOV64mr), Top,
           Next + offsetof(abi::CallEntry, StackPointer))
      .addUse(Code.RSP);
  addField(add(Code.MOV64mr), Top, Next + offsetof(abi::CallEntry, Node))
      .addUse(B);
  addField(add(Code.MOV64mi32), Top,
           Next + offsetof(abi::CallEntry, TailStackPointer))
      .addImm(0);
  addState(add(Code.MOV64rm).addDef(A), TotalOf);
  addField(add(Code.MOV64mr), Top, Next + offsetof(abi::CallEntry, Ir))
      .addUse(A);
  addField(add(Code.INC64m), B, offsetof(abi::CallNode, Calls));
  label(Back);
  goToCold(Slow);
  call("__udpc_calls_enter");
  addRecord(*Variables.Functions, Record);
  jump(Back);
}

void CallCode::leave(MachineInstr &Return) {
  FreeState State = Free.before(Return);
  goTo(Return);
  Scratch S = take(State, 0, 2, /*Flags=*/true);
  if (AllCosts || S.usesStack() || !S.InVectors.empty())
    return callBelow("__udpc_calls_leave");
  MCContext &Context = MF.getContext();
  MCSymbol *Slow = Context.createTempSymbol(),
           *Back = Context.createTempSymbol();
  MCRegister Top = Code.General[S.Registers[0]],
             Ir = Code.General[S.Registers[1]];
  addState(add(Code.MOV64rm).addDef(Top), TopOf);
  addField(add(Code.CMP64mr), Top, offsetof(abi::CallEntry, StackPointer))
      .addUse(Code.RSP);
  jump(X86NotEqual, Slow);
  addState(add(Code.MOV64rm).addDef(Ir), TotalOf);
  addField(add(Code.SUB64rm).addDef(Ir).addUse(Ir), Top,
           offsetof(abi::CallEntry, Ir));
  addField(add(Code.MOV64rm).addDef(Top), Top, offsetof(abi::CallEntry, Node));
  addState(add(Code.ADD64mi32), TopOf).addImm(-int64_t(sizeof(abi::CallEntry)));
  addField(add(Code.ADD64mr), Top, offsetof(abi::CallNode, Ir)).addUse(Ir);
  label(Back);
  goToCold(Slow);
  callBelow("__udpc_calls_leave");
  jump(Back);
}

void CallCode::markTail(const FreeState &State, unsigned Site) {
  uint64_t Record = Site * sizeof(abi::CallSiteRec);
  Scratch S = take(State, 0, 2, /*Flags=*/false);
  auto CallRuntime = [&] {
    moveStack(-int(abi::CallRedZone));
    call("__udpc_calls_tail");
    addRecord(*Variables.Sites, Record);
    moveStack(abi::CallRedZone);
  };
  if (AllCosts || S.usesStack() || !S.InVectors.empty())
    return CallRuntime();
  MCContext &Context = MF.getContext();
  MCSymbol *Slow = Context.createTempSymbol(),
           *Back = Context.createTempSymbol();
  MCRegister Top = Code.General[S.Registers[0]],
             A = Code.General[S.Registers[1]];
  addState(add(Code.MOV64rm).addDef(Top), TopOf);
  addField(add(Code.CMP64mr), Top, offsetof(abi::CallEntry, StackPointer))
      .addUse(Code.RSP);
  jump(X86NotEqual, Slow);
  addAddress(Code.LEA64r, A, moduleAddress(*Variables.Sites, Record), 0);
  addField(add(Code.MOV64mr), Top, offsetof(abi::CallEntry, TailSite))
      .addUse(A);
  addState(add(Code.MOV64rm).addDef(A), TotalOf);
  addField(add(Code.MOV64mr), Top, offsetof(abi::CallEntry, TailIr)).addUse(A);
  addField(add(Code.MOV64mr), Top, offsetof(abi::CallEntry, TailStackPointer))
      .addUse(Code.RSP);
  // The next entry of a function needs the runtime.
  addState(add(Code.MOV64mr), EndOf).addUse(Top);
  label(Back);
  Slows.push_back({Slow, Back, Record, "__udpc_calls_tail"});
}

void CallCode::finishSlow() {
  for (const SlowTail &T : Slows) {
    goToCold(T.Slow);
    moveStack(-int(abi::CallRedZone));
    call(T.Name);
    addRecord(*Variables.Sites, T.Record);
    moveStack(abi::CallRedZone);
    jump(T.Back);
  }
  Slows.clear();
}

void CallCode::tail(MachineInstr &Jump, unsigned Site) {
  // At a conditional one the flags are live, but the callee does not read them:
  // it jumps to a copy without condition.
  FreeState State = Free.before(Jump);
  goTo(Jump);
  if (!Jump.isConditionalBranch()) {
    markTail(State, Site);
    return finishSlow();
  }
  MCSymbol *Taken = MF.getContext().createTempSymbol();
  MachineOperand Target = Jump.getOperand(0);
  jump(static_cast<int>(Jump.getOperand(1).getImm()), Taken);
  goToCold(Taken);
  markTail(State, Site);
  add(Code.TAILJMPd64).add(Target);
  finishSlow();
  Jump.eraseFromParent();
}

/// Pops the functions whose stack is above the program's stack pointer, if any.
void CallCode::landHere() { callBelow("__udpc_calls_land"); }

void CallCode::land(MachineBasicBlock &Pad) {
  auto At = Pad.begin();
  for (auto It = At; It != Pad.end(); ++It)
    if (isEntryMarker(*It) || It->isEHLabel() || It->isCFIInstruction())
      At = std::next(It);
    else if (!It->isMetaInstruction())
      break;
  goTo(Pad, At);
  landHere();
}

void CallCode::land(MachineInstr &After) {
  goTo(*After.getParent(), std::next(After.getIterator()));
  landHere();
}

MachineInstr &CallCode::name(MachineInstr &Call, unsigned Site) {
  auto At = std::next(Call.getIterator());
  // Where control may return again.
  if (At != Call.getParent()->end() && isEntryMarker(*At))
    ++At;
  goTo(*Call.getParent(), At);
  addRecord(*Variables.Sites, Site * sizeof(abi::CallSiteRec));
  return *std::prev(At);
}
