//===- OutlinedChecks.cpp - Checks that code calls ------------------------===//

#include "passes/profile/OutlinedChecks.h"
#include "passes/profile/CheckCode.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCContext.h"

using namespace llvm;
using namespace udpc;

/// What an outlined check leaves for the slow path below the stack pointer: the
/// first argument of the runtime's function, and the array of the records.
constexpr int ArgumentBelow = 8, RecordsBelow = 16;

namespace {

/// Emits the code of one function.
class OutlinedCode : CheckCode {
public:
  OutlinedCode(MachineFunction &MF, const CheckVariables &Variables)
      : CheckCode(MF, Variables) {
    goTo(MF.front(), MF.front().end());
  }

  void addAccess(const OutlinedCheck &Shape, Function &SlowPath);
  void addFetch(const OutlinedCheck &Shape, Function &SlowPath);
  void addSlowPath(StringRef RuntimeFunction);

private:
  const MachineInstrBuilder &addStack(const MachineInstrBuilder &MIB,
                                      int Offset) {
    return addField(MIB, Code.RSP, Offset);
  }
  const MachineInstrBuilder &addField(const MachineInstrBuilder &MIB,
                                      MCRegister Base, int Offset) {
    return MIB.addReg(Base).addImm(1).addReg(0).addImm(Offset).addReg(0);
  }
  void callSlowPath(MCRegister Scratch, GlobalValue &Records,
                    Function &SlowPath);
};

} // namespace

/// Calls \p SlowPath instead of returning.
void OutlinedCode::callSlowPath(MCRegister Scratch, GlobalValue &Records,
                                Function &SlowPath) {
  addAddress(Code.LEA64r, Scratch, moduleAddress(Records, 0), 0);
  addStack(add(Code.MOV64mr), -RecordsBelow).addUse(Scratch);
  add(Code.TAILJMPd64).addGlobalAddress(&SlowPath);
}

void OutlinedCode::addAccess(const OutlinedCheck &Shape, Function &SlowPath) {
  MCContext &Context = MF.getContext();
  MCSymbol *Slow = Context.createTempSymbol();
  int First = Shape.Registers.front(), Scratch = Shape.Registers.back();
  addStack(add(Code.MOV64mr), -ArgumentBelow).addUse(Code.General[First]);
  if (Shape.isSlowPath())
    return callSlowPath(Code.General[First], *Variables.Accesses, SlowPath);
  makeLine(First);
  int Last = First;
  bool Ticks = Shape.Ticks;
  unsigned Step = Shape.Step;
  // Two bytes are in one line most of the time.
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
  callSlowPath(Code.General[First], *Variables.Accesses, SlowPath);
}

void OutlinedCode::addFetch(const OutlinedCheck &Shape, Function &SlowPath) {
  MCContext &Context = MF.getContext();
  MCSymbol *Slow = Context.createTempSymbol();
  MCRegister Stamp = Code.General[Shape.Registers.front()],
             Now = Code.General[Shape.Registers.back()];
  auto AddStamp = [&](const MachineInstrBuilder &MIB, MCRegister Segment) {
    MIB.addReg(0)
        .addImm(sizeof(uint64_t))
        .addReg(Stamp)
        .addGlobalAddress(Variables.Stamps, 0, Code.ThreadOffset)
        .addReg(Segment);
    return MIB;
  };
  if (!Shape.isSlowPath()) {
    AddStamp(add(Code.CMP64mi32), Code.FS).addImm(0);
    jump(X86Equal, Slow);
    tick({});
    loadClock(Now, {});
    AddStamp(add(Code.MOV64mr), Code.FS).addUse(Now);
    add(Code.RET64);
    label(Slow);
  }
  AddStamp(add(Code.LEA64r).addDef(Stamp), {});
  // %fs:0 contains its own address.
  add(Code.ADD64rm)
      .addDef(Stamp)
      .addUse(Stamp)
      .addReg(0)
      .addImm(1)
      .addReg(0)
      .addImm(0)
      .addReg(Code.FS);
  addStack(add(Code.MOV64mr), -ArgumentBelow).addUse(Stamp);
  callSlowPath(Stamp, *Variables.Fetches, SlowPath);
}

void OutlinedCode::addSlowPath(StringRef RuntimeFunction) {
  MCRegister RDI = Code.General[X86Code::RDI], RSI = Code.General[X86Code::RSI];
  // The constant of the test behind the call.
  constexpr int ConstantOffset = 1;
  moveStack(-RecordsBelow);
  add(Code.PUSH64r).addUse(RDI);
  add(Code.PUSH64r).addUse(RSI);
  addStack(add(Code.MOV64rm).addDef(RSI), Below);
  addField(add(Code.MOV32rm).addDef(Code.LowHalf[X86Code::RSI]), RSI,
           ConstantOffset);
  addStack(add(Code.ADD64rm).addDef(RSI).addUse(RSI), Below - RecordsBelow);
  addStack(add(Code.MOV64rm).addDef(RDI), Below - ArgumentBelow);
  call(RuntimeFunction);
  add(Code.POP64r).addDef(RSI);
  add(Code.POP64r).addDef(RDI);
  moveStack(RecordsBelow);
  add(Code.RET64);
}

Function &OutlinedChecks::makeFunction(const Twine &Name) {
  LLVMContext &C = M.getContext();
  Function *F = Function::Create(FunctionType::get(Type::getVoidTy(C), false),
                                 GlobalValue::InternalLinkage, Name, M);
  F->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  F->addFnAttr(Attribute::NoUnwind);
  F->setUWTableKind(M.getUwtable());
  IRBuilder<>(BasicBlock::Create(C, "", F)).CreateRetVoid();
  return *F;
}

static StringRef runtimeFunction(bool IsFetch) {
  return IsFetch ? "__udpc_fetch" : "__udpc_access";
}

Function &OutlinedChecks::slowPath(bool IsFetch) {
  Function *&F = SlowPaths[IsFetch];
  if (!F)
    F = &makeFunction(runtimeFunction(IsFetch) + ".slow");
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

/// Leaves one empty block. Where code is generated in two steps, the first did
/// not see the function.
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
    Emitter.addSlowPath(runtimeFunction(F == SlowPaths[true]));
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
