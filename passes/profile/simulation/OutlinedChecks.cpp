//===- OutlinedChecks.cpp - Cache checks as functions ---------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/simulation/OutlinedChecks.h"
#include "ir/AddedFunctions.h"
#include "passes/profile/simulation/CacheCheckCode.h"
#include "udpc/simulation.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"

using namespace llvm;
using namespace udpc;

/// The distance below the stack pointer at which an outlined check leaves the
/// address of an access, or the constant of a fetch, for the slow path.
constexpr int ArgumentBelow = 8;

namespace {

/// Emits the code of one outlined check or slow path.
class OutlinedCode : CacheCheckCode {
public:
  OutlinedCode(MachineFunction &MF, const CheckVariables &Variables)
      : CacheCheckCode(MF, Variables) {
    goTo(MF.front(), MF.front().end());
  }

  void addAccess(const OutlinedCheck &Shape, Function &SlowPath);
  void addFetch(const OutlinedCheck &Shape, Function &SlowPath);
  void addAccessSlowPath();
  void addFetchSlowPath();

private:
  const MachineInstrBuilder &addStack(const MachineInstrBuilder &MIB,
                                      int Offset) {
    return addField(MIB, Code.RSP, Offset);
  }
  const MachineInstrBuilder &addStamp(const MachineInstrBuilder &MIB, int Stamp,
                                      MCRegister Segment);
};

} // namespace

/// Adds the operand of the stamp whose index is in register \p Stamp.
const MachineInstrBuilder &
OutlinedCode::addStamp(const MachineInstrBuilder &MIB, int Stamp,
                       MCRegister Segment) {
  return MIB.addReg(0)
      .addImm(sizeof(uint64_t))
      .addReg(Code.General[Stamp])
      .addGlobalAddress(Variables.Stamps, 0, Code.ThreadOffset)
      .addReg(Segment);
}

void OutlinedCode::addAccess(const OutlinedCheck &Shape, Function &SlowPath) {
  MCContext &Context = MF.getContext();
  MCSymbol *Slow = Context.createTempSymbol();
  int First = Shape.Registers.front(), Scratch = Shape.Registers.back();
  addStack(add(Code.MOV64mr), -ArgumentBelow).addUse(Code.General[First]);
  if (!Shape.isSlowPath()) {
    makeLine(First);
    int Last = First;
    bool Ticks = Shape.Ticks;
    unsigned Step = Shape.Step;
    // The two bytes are mostly in one line.
    if (Shape.Registers.size() == 3) {
      MCSymbol *IsOne = Context.createTempSymbol();
      Last = Shape.Registers[1];
      makeLine(Last);
      if (std::exchange(Ticks, false))
        tick({});
      add(Code.CMP64rr).addUse(Code.General[First]).addUse(Code.General[Last]);
      jump(X86Equal, IsOne);
      findLine(First, Scratch, {}, Slow);
      stampLine(First, Scratch, {}, /*Ticks=*/false, Step++);
      label(IsOne);
    }
    findLine(Last, Scratch, {}, Slow);
    stampLine(Last, Scratch, {}, Ticks, Step);
    add(Code.RET64);
    label(Slow);
  }
  add(Code.TAILJMPd64).addGlobalAddress(&SlowPath);
}

void OutlinedCode::addFetch(const OutlinedCheck &Shape, Function &SlowPath) {
  MCSymbol *Slow = MF.getContext().createTempSymbol();
  int Constant = Shape.Registers.front(), Stamp = Shape.Registers.back();
  if (!Shape.isSlowPath()) {
    MCRegister Index = Code.LowHalf[Stamp], Now = Code.General[Constant];
    add(Code.MOV32rr).addDef(Index).addUse(Code.LowHalf[Constant]);
    add(Code.SHR32ri).addDef(Index).addUse(Index).addImm(FetchNumberBits);
    addStamp(add(Code.CMP64mi32), Stamp, Code.FS).addImm(0);
    jump(X86Equal, Slow);
    if (Shape.Ticks)
      tick({});
    loadClock(Now, {}, Shape.Step);
    addStamp(add(Code.MOV64mr), Stamp, Code.FS).addUse(Now);
    add(Code.RET64);
    label(Slow);
  }
  addStack(add(Code.MOV64mr), -ArgumentBelow).addUse(Code.General[Constant]);
  add(Code.TAILJMPd64).addGlobalAddress(&SlowPath);
}

void OutlinedCode::addAccessSlowPath() {
  MCRegister RDI = Code.General[X86Code::RDI], RSI = Code.General[X86Code::RSI];
  // The offset of the constant in the test after the call.
  constexpr int ConstantOffset = 1;
  moveStack(-ArgumentBelow);
  add(Code.PUSH64r).addUse(RDI);
  add(Code.PUSH64r).addUse(RSI);
  addAddress(Code.LEA64r, RDI, moduleAddress(*Variables.Accesses, 0), 0);
  addStack(add(Code.MOV64rm).addDef(RSI), Below);
  addField(add(Code.MOV32rm).addDef(Code.LowHalf[X86Code::RSI]), RSI,
           ConstantOffset);
  add(Code.ADD64rr).addDef(RSI).addUse(RSI).addUse(RDI);
  addStack(add(Code.MOV64rm).addDef(RDI), Below - ArgumentBelow);
  call("__udpc_access");
  add(Code.POP64r).addDef(RSI);
  add(Code.POP64r).addDef(RDI);
  moveStack(ArgumentBelow);
  add(Code.RET64);
}

void OutlinedCode::addFetchSlowPath() {
  MCRegister RAX = Code.General[X86Code::RAX], RDI = Code.General[X86Code::RDI],
             RSI = Code.General[X86Code::RSI], EDI = Code.LowHalf[X86Code::RDI],
             ESI = Code.LowHalf[X86Code::RSI];
  auto AddScaled = [&](const MachineInstrBuilder &MIB, MCRegister Base,
                       unsigned Scale, MCRegister Index) {
    MIB.addReg(Base).addImm(Scale).addReg(Index).addImm(0).addReg(0);
  };
  moveStack(-ArgumentBelow);
  for (MCRegister Register : {RDI, RSI, RAX})
    add(Code.PUSH64r).addUse(Register);
  addStack(add(Code.MOV32rm).addDef(EDI), Below - ArgumentBelow);
  add(Code.MOVZX32rr8).addDef(ESI).addUse(Code.LowByte[X86Code::RDI]);
  add(Code.SHR32ri).addDef(EDI).addUse(EDI).addImm(FetchNumberBits);
  // Computes the address of the record.
  addAddress(Code.LEA64r, RAX, moduleAddress(*Variables.FirstFetches, 0), 0);
  AddScaled(add(Code.MOV32rm).addDef(Code.LowHalf[X86Code::RAX]), RAX,
            sizeof(uint32_t), RDI);
  add(Code.ADD64rr).addDef(RSI).addUse(RSI).addUse(RAX);
  addAddress(Code.LEA64r, RAX, moduleAddress(*Variables.Fetches, 0), 0);
  static_assert(sizeof(abi::FetchRec) == 2 * 8, "two times the largest scale");
  add(Code.ADD64rr).addDef(RSI).addUse(RSI).addUse(RSI);
  AddScaled(add(Code.LEA64r).addDef(RSI), RAX, 8, RSI);
  // Computes the address of the stamp. %fs:0 contains its own address.
  addStamp(add(Code.LEA64r).addDef(RDI), X86Code::RDI, {});
  add(Code.ADD64rm)
      .addDef(RDI)
      .addUse(RDI)
      .addReg(0)
      .addImm(1)
      .addReg(0)
      .addImm(0)
      .addReg(Code.FS);
  call("__udpc_fetch");
  for (MCRegister Register : {RAX, RSI, RDI})
    add(Code.POP64r).addDef(Register);
  moveStack(ArgumentBelow);
  add(Code.RET64);
}

Function &OutlinedChecks::makeFunction(const Twine &Name) {
  LLVMContext &C = M.getContext();
  Function *F = Function::Create(FunctionType::get(Type::getVoidTy(C), false),
                                 GlobalValue::InternalLinkage, Name, M);
  F->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  F->addFnAttr(Attribute::NoUnwind);
  setAddedAttributes(*F);
  F->setUWTableKind(M.getUwtable());
  IRBuilder<>(BasicBlock::Create(C, "", F)).CreateRetVoid();
  return *F;
}

Function &OutlinedChecks::slowPath(bool IsFetch) {
  Function *&F = SlowPaths[IsFetch];
  if (!F)
    F = &makeFunction(IsFetch ? "__udpc_fetch.slow" : "__udpc_access.slow");
  return *F;
}

Function &OutlinedChecks::get(const OutlinedCheck &Shape) {
  Function *&F = Functions[Shape];
  if (F)
    return *F;
  std::string Name = Shape.isSlowPath() ? "__udpc_miss" : "__udpc_check";
  Name += Shape.IsFetch ? "_fetch" : "_access";
  for (int Register : Shape.Registers)
    Name += "." + std::to_string(Register);
  if (Shape.Ticks)
    Name += ".ticks";
  if (Shape.Step)
    Name += "." + std::to_string(Shape.Step);
  slowPath(Shape.IsFetch);
  F = &makeFunction(Name);
  ShapeOf[F] = Shape;
  return *F;
}

/// Replaces the code by one empty block. If code is generated in two steps, the
/// first did not see the function.
static void clear(MachineFunction &MF) {
  while (!MF.empty())
    MF.erase(MF.begin());
  MF.push_back(MF.CreateMachineBasicBlock());
  MF.getProperties().resetIsSSA().setNoPHIs().setNoVRegs().setTracksLiveness();
  MF.getRegInfo().freezeReservedRegs();
}

bool OutlinedChecks::emit(MachineFunction &MF) {
  const Function *F = &MF.getFunction();
  auto It = ShapeOf.find(F);
  bool IsSlowPath = is_contained(SlowPaths, F);
  if (It == ShapeOf.end() && !IsSlowPath)
    return false;
  clear(MF);
  OutlinedCode Emitter(MF, Variables);
  if (IsSlowPath) {
    if (F == SlowPaths[true])
      Emitter.addFetchSlowPath();
    else
      Emitter.addAccessSlowPath();
    return true;
  }
  const OutlinedCheck &Shape = It->second;
  Function &SlowPath = slowPath(Shape.IsFetch);
  if (Shape.IsFetch)
    Emitter.addFetch(Shape, SlowPath);
  else
    Emitter.addAccess(Shape, SlowPath);
  return true;
}
