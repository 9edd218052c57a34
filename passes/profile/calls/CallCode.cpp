//===- CallCode.cpp - Code that records calls -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/calls/CallCode.h"
#include "passes/target/MachineCode.h"
#include "passes/target/TargetNames.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
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

/// Offsets in CallState.
constexpr uint64_t TopOf = offsetof(abi::CallState, Top),
                   EndOf = offsetof(abi::CallState, End),
                   CacheOf = offsetof(abi::CallState, Cache),
                   TotalOf = offsetof(abi::CallState, Costs);

CallCode::CallCode(MachineFunction &MF, const CallVariables &Variables,
                   Inline Usual)
    : LibraryCode(MF, Variables.Unit), Variables(Variables),
      IsInline(Usual == Inline::IfUsual &&
               (!Variables.Unit || Variables.Library)),
      IsLibrary(Variables.Unit) {}

/// Loads the distance of the thread's state in a library into \p To.
void CallCode::findState(MCRegister To, MCSymbol *Slow) {
  Distance = To;
  addAddress(
      Code.MOV64rm, To,
      moduleAddress(*Variables.Library, offsetof(abi::LibraryCalls, Distance)),
      0);
  add(Code.TEST64rr).addUse(To).addUse(To);
  jump(X86Equal, Slow);
}

/// Adds the memory operand of the thread's state to \p MIB.
const MachineInstrBuilder &CallCode::addState(const Builder &MIB,
                                              uint64_t Offset) {
  if (IsLibrary)
    return MIB.addReg(Distance).addImm(1).addReg(0).addImm(Offset).addReg(
        Code.FS);
  MachineOperand Symbol =
      MachineOperand::CreateES(StateName, Code.ThreadOffset);
  Symbol.setOffset(static_cast<int64_t>(Offset));
  return MIB.addReg(0).addImm(1).addReg(0).add(Symbol).addReg(Code.FS);
}

/// Calls the runtime's function \p What: "enter", "leave", "tail" or "land".
void CallCode::callRuntime(StringRef What) {
  call(((IsLibrary ? "__udpc_library_calls_" : "__udpc_calls_") + What).str());
}

/// Calls the runtime with the stack pointer below memory that is in use.
void CallCode::callBelow(StringRef What) {
  moveStack(-int(abi::CallRedZone));
  callRuntime(What);
  moveStack(abi::CallRedZone);
}

std::optional<AddressUse> CallCode::offerAtEntry() const {
  MachineBasicBlock &Front = MF.front();
  // Code inserted there must not be executed again.
  if (!IsInline || !IsLibrary || !Front.pred_empty())
    return std::nullopt;
  AddressUse Offer;
  Offer.IsOffer = true;
  Offer.Block = &Front;
  Offer.At = entryOf(Front);
  return Offer;
}

/// Makes the slots' address available as \p Offer says: from \p Node, or by a
/// load.
std::optional<LibraryCode::SlowPath>
CallCode::giveSlots(const AddressUse &Offer, std::optional<MCRegister> Node) {
  std::optional<SlowPath> Path;
  if (Node)
    addField(add(Code.MOV64rm).addDef(Code.General[*Offer.Register]), *Node,
             offsetof(abi::CallNode, Slots));
  else
    Path = load(*Offer.Register);
  if (Offer.Backup)
    copyTo(*Offer.Backup, *Offer.Register);
  return Path;
}

/// Takes the registers for a function's entry: those of
/// __udpc_calls_enter_quick, if they are free, which is returned.
bool CallCode::takeForEntry(Scratch &S) {
  constexpr uint16_t OfQuick =
      1 << X86Code::RAX | 1 << X86Code::R10 | 1 << X86Code::R11;
  FreeState State = Free.at(MF.front(), MF.front().begin());
  bool AreFree = (State.General & OfQuick) == OfQuick;
  FreeState Own = State;
  if (AreFree)
    Own.General = OfQuick;
  S = take(Own, 0, 3, /*Flags=*/true);
  if (!IsLibrary)
    return AreFree;
  FreeState More = State;
  More.General &=
      ~(OfQuick | uint16_t(1 << S.Registers[0]) |
        uint16_t(1 << S.Registers[1]) | uint16_t(1 << S.Registers[2]));
  Scratch Last = take(More, OfQuick, 1, /*Flags=*/true);
  S.Registers.append(Last.Registers);
  S.InVectors.append(Last.InVectors);
  S.OnStack.append(Last.OnStack);
  return AreFree;
}

/// Adds the NOPs that follow the call of the runtime at the function's entry:
/// they name the function's record and its first instruction.
void CallCode::addFunctionRecord(uint64_t Record) {
  addRecord(*Variables.Functions, Record);
  if (!Start) {
    Start = MF.getContext().createTempSymbol();
    MachineBasicBlock &Entry = MF.front();
    BuildMI(
        Entry, Entry.begin(), DebugLoc(),
        MF.getSubtarget().getInstrInfo()->get(TargetOpcode::ANNOTATION_LABEL))
        .addSym(Start);
  }
  add(Code.NOOPL).addUse(Code.RIP).addImm(1).addReg(0).addSym(Start).addReg(0);
}

void CallCode::enter(unsigned Function, uint32_t Hash,
                     const std::optional<AddressUse> &Offer) {
  Scratch S;
  bool IsQuick = takeForEntry(S);
  goToEntry();
  uint64_t Record = Function * sizeof(abi::CallFunctionRec);
  bool GivesSlots = Offer && Offer->Register;
  std::optional<SlowPath> Path;
  if (!IsInline || S.usesStack() || !S.InVectors.empty()) {
    callRuntime("enter");
    addFunctionRecord(Record);
    if (GivesSlots)
      Path = giveSlots(*Offer, std::nullopt);
    if (Path)
      finish(*Path);
    return;
  }
  MCContext &Context = MF.getContext();
  MCSymbol *Slow = Context.createTempSymbol(),
           *Unusual = IsQuick ? Context.createTempSymbol() : Slow,
           *Back = Context.createTempSymbol();
  MCRegister Top = Code.General[S.Registers[0]],
             B = Code.General[S.Registers[1]], A = Code.General[S.Registers[2]],
             LowB = Code.LowHalf[S.Registers[1]],
             LowA = Code.LowHalf[S.Registers[2]];
  if (IsLibrary)
    findState(Code.General[S.Registers[3]], Slow);
  addState(add(Code.MOV64rm).addDef(Top), TopOf);
  addState(add(Code.CMP64mr), EndOf).addUse(Top);
  jump(X86Equal, Unusual);
  addField(add(Code.CMP64mr), Top, offsetof(abi::CallEntry, StackPointer))
      .addUse(Code.RSP);
  jump(X86BelowOrEqual, Unusual);
  // Computes the check of the call, in A.
  addField(add(Code.MOV64rm).addDef(B), Top, offsetof(abi::CallEntry, Node));
  add(Code.MOV32ri).addDef(LowA).addImm(static_cast<int32_t>(Hash));
  addField(add(Code.ADD64rm).addDef(A).addUse(A), Code.RSP, 0);
  addField(add(Code.ADD64rm).addDef(A).addUse(A), B,
           offsetof(abi::CallNode, Key));
  // Loads the node, in B.
  add(Code.MOV32rr).addDef(LowB).addUse(LowA);
  add(Code.AND32ri)
      .addDef(LowB)
      .addUse(LowB)
      .addImm(abi::callCacheOffset(~uint64_t(0)));
  addState(add(Code.ADD64rm).addDef(B).addUse(B), CacheOf);
  addField(add(Code.MOV64rm).addDef(B), B, 0);
  addField(add(Code.CMP64mr), B, offsetof(abi::CallNode, Check)).addUse(A);
  jump(X86NotEqual, Unusual);
  // Pushes the entry. A signal handler may push another one at any time: the
  // stack pointer is written before Top, which makes the entry valid, and again
  // after it.
  constexpr uint64_t Next = sizeof(abi::CallEntry);
  addField(add(Code.MOV64mr), Top,
           Next + offsetof(abi::CallEntry, StackPointer))
      .addUse(Code.RSP);
  addState(add(Code.ADD64mi32), TopOf).addImm(Next);
  addField(add(Code.MOV64mr), Top,
           Next + offsetof(abi::CallEntry, StackPointer))
      .addUse(Code.RSP);
  addField(add(Code.MOV64mr), Top, Next + offsetof(abi::CallEntry, Node))
      .addUse(B);
  addState(add(Code.MOV64rm).addDef(A), TotalOf);
  addField(add(Code.MOV64mr), Top, Next + offsetof(abi::CallEntry, Ir))
      .addUse(A);
  addField(add(Code.INC64m), B, offsetof(abi::CallNode, Calls));
  if (GivesSlots)
    giveSlots(*Offer, B);
  label(Back);
  auto CallRuntime = [&](MCSymbol *From, StringRef What) {
    goToCold(From);
    if (From != Slow)
      add(Code.MOV32ri).addDef(LowA).addImm(static_cast<int32_t>(Hash));
    callRuntime(What);
    addFunctionRecord(Record);
    if (GivesSlots)
      Path = giveSlots(*Offer, std::nullopt);
    jump(Back);
    if (Path)
      finish(*Path);
  };
  if (IsQuick)
    CallRuntime(Unusual, "enter_quick");
  if (IsLibrary || !IsQuick)
    CallRuntime(Slow, "enter");
}

void CallCode::leave(MachineInstr &Return) {
  FreeState State = Free.before(Return);
  goTo(Return);
  Scratch S = take(State, 0, IsLibrary ? 3 : 2, /*Flags=*/true);
  if (!IsInline || S.usesStack() || !S.InVectors.empty())
    return callBelow("leave");
  MCContext &Context = MF.getContext();
  MCSymbol *Slow = Context.createTempSymbol(),
           *Back = Context.createTempSymbol();
  MCRegister Top = Code.General[S.Registers[0]],
             Ir = Code.General[S.Registers[1]];
  if (IsLibrary)
    findState(Code.General[S.Registers[2]], Slow);
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
  callBelow("leave");
  jump(Back);
}

/// Returns the register with the target \p To: \p Free if it had to be loaded;
/// none if the call names its callee.
std::optional<MCRegister> CallCode::loadTarget(const Target &To,
                                               MCRegister Free) {
  if (To.Register)
    return To.Register;
  if (To.Memory.empty())
    return std::nullopt;
  addAddress(Code.MOV64rm, Free, To.Memory, 0);
  return Free;
}

/// Calls the runtime before a tail call to \p To, if that is known.
void CallCode::callTail(uint64_t Record, std::optional<MCRegister> To) {
  // The target is stored in the lowest word that moveStack skips. Unwinders may
  // read registers that have been popped, which are above it.
  if (To)
    addField(add(Code.MOV64mr), Code.RSP, -uint64_t(abi::CallRedZone))
        .addUse(*To);
  moveStack(-int(abi::CallRedZone));
  callRuntime("tail");
  addRecord(*Variables.Sites, Record);
  moveStack(abi::CallRedZone);
}

/// Marks a tail call. Returns whether the runtime gets the target: there may be
/// no register for it.
bool CallCode::markTail(const FreeState &State, unsigned Site,
                        const Target &To) {
  uint64_t Record = Site * sizeof(abi::CallSiteRec);
  Scratch S = take(State, 0, IsLibrary ? 3 : 2, /*Flags=*/false);
  bool AreFree = !S.usesStack() && S.InVectors.empty();
  MCRegister Top = Code.General[S.Registers[0]],
             A = Code.General[S.Registers[1]];
  bool HasTarget = To.Register || (!To.Memory.empty() && AreFree);
  if (!IsInline || !AreFree) {
    callTail(Record, HasTarget ? loadTarget(To, A) : std::nullopt);
    return HasTarget;
  }
  MCContext &Context = MF.getContext();
  MCSymbol *Slow = Context.createTempSymbol(),
           *Back = Context.createTempSymbol();
  if (IsLibrary)
    findState(Code.General[S.Registers[2]], Slow);
  addState(add(Code.MOV64rm).addDef(Top), TopOf);
  addField(add(Code.CMP64mr), Top, offsetof(abi::CallEntry, StackPointer))
      .addUse(Code.RSP);
  jump(X86NotEqual, Slow);
  if (std::optional<MCRegister> Loaded = loadTarget(To, A))
    addState(add(Code.MOV64mr), offsetof(abi::CallState, TailTarget))
        .addUse(*Loaded);
  addAddress(Code.LEA64r, A, moduleAddress(*Variables.Sites, Record), 0);
  addField(add(Code.MOV64mr), Top, offsetof(abi::CallEntry, TailSite))
      .addUse(A);
  addField(add(Code.MOV64mr), Top, offsetof(abi::CallEntry, TailStackPointer))
      .addUse(Code.RSP);
  addField(add(Code.MOV64rm).addDef(A), Code.RSP, 0);
  addField(add(Code.MOV64mr), Top, offsetof(abi::CallEntry, TailReturnAddress))
      .addUse(A);
  // Adds the costs so far.
  addState(add(Code.MOV64rm).addDef(A), TotalOf);
  addField(add(Code.SUB64rm).addDef(A).addUse(A), Top,
           offsetof(abi::CallEntry, Ir));
  addField(add(Code.ADD64mr), Top, offsetof(abi::CallEntry, Ir)).addUse(A);
  addField(add(Code.MOV64mi32), Top, offsetof(abi::CallEntry, StackPointer))
      .addImm(abi::EndedByTail);
  addField(add(Code.MOV64rm).addDef(Top), Top, offsetof(abi::CallEntry, Node));
  addField(add(Code.ADD64mr), Top, offsetof(abi::CallNode, Ir)).addUse(A);
  label(Back);
  Slows.push_back({Slow, Back, Record, To, A});
  return HasTarget;
}

void CallCode::finishSlow() {
  for (const SlowTail &T : Slows) {
    goToCold(T.Slow);
    callTail(T.Record, loadTarget(T.To, T.Loaded));
    jump(T.Back);
  }
  Slows.clear();
}

uint32_t CallCode::tail(MachineInstr &Jump, unsigned Site) {
  // The flags are live at a conditional jump, but the callee does not read
  // them: the code jumps to a copy without condition.
  FreeState State = Free.before(Jump);
  goTo(Jump);
  if (!Jump.isConditionalBranch()) {
    Target To;
    StringRef Name = opcodeName(Jump);
    if (Name.starts_with("TAILJMPr64"))
      To.Register = Jump.getOperand(0).getReg();
    else if (isIndirectThunk(Jump.getOperand(0)))
      To.Register = Code.General[X86Code::R11];
    else if (Name.starts_with("TAILJMPm64"))
      To.Memory.append(Jump.operands_begin(),
                       Jump.operands_begin() + X86NumAddressOperands);
    bool HasTarget = markTail(State, Site, To);
    finishSlow();
    return HasTarget ? uint32_t(abi::SiteHasTarget) : 0;
  }
  MCSymbol *Taken = MF.getContext().createTempSymbol();
  MachineOperand Target = Jump.getOperand(0);
  jump(static_cast<int>(Jump.getOperand(1).getImm()), Taken);
  goToCold(Taken);
  markTail(State, Site, {});
  add(Code.TAILJMPd64).add(Target);
  finishSlow();
  Jump.eraseFromParent();
  return 0;
}

/// Calls the runtime to pop the functions whose stack is above the program's
/// stack pointer, if any.
void CallCode::landHere() { callBelow("land"); }

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
  // The record follows the marker of a place where control may return again.
  if (At != Call.getParent()->end() && isEntryMarker(*At))
    ++At;
  goTo(*Call.getParent(), At);
  addRecord(*Variables.Sites, Site * sizeof(abi::CallSiteRec));
  return *std::prev(At);
}
