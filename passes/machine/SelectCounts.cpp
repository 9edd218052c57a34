//===- SelectCounts.cpp - Increments without selection --------------------===//
//
// Selection builds a graph of each increment's address, load, addition and
// store, and combines, legalises and matches it, only to select `incq
// %fs:slot@tpoff` again: that costs 67,000 instructions of the compiler for
// each. Before that, passes look for better addresses. So where code generation
// begins, an increment becomes a call of llvm.reloc.none, which LLVM treats as
// code that may access any memory, and which selection turns into one
// instruction. The increment replaces that right after selection.
//
// Bitcode contains no such calls: linkers that do not load the plugin generate
// code for the increments of MergeCounts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/lowering/unit/SlotStorage.h"
#include "passes/machine/MachinePasses.h"
#include "passes/target/X86Code.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/PassRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"
#include <optional>

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc"

STATISTIC(NumSelected, "Number of increments that selection did not look at");

namespace {

/// The increments that calls in the IR, and the instructions that they become,
/// represent. The key is the address of the call's name: a metadata string,
/// which both have.
struct HiddenCounts {
  struct Count {
    const GlobalVariable *Slots;
    int64_t Offset;
    int64_t Amount;
  };
  DenseMap<const char *, Count> ByName;
};

} // namespace

//===----------------------------------------------------------------------===//
// Before selection
//===----------------------------------------------------------------------===//

namespace {

/// The code of an increment, from a load to a store, with nothing between.
struct IncrementCode {
  LoadInst *Load;
  Instruction *Add;
  StoreInst *Store;
  int64_t Amount;
};

class HideCounts : public ModulePass {
public:
  static char ID;
  HideCounts(const TargetMachine &TM, std::shared_ptr<HiddenCounts> Counts)
      : ModulePass(ID), TM(TM), Counts(std::move(Counts)) {}

  StringRef getPassName() const override { return "udpc: hide counts"; }
  bool runOnModule(Module &M) override;

private:
  const TargetMachine &TM;
  std::shared_ptr<HiddenCounts> Counts;
  /// The name of an offset and an amount, for one array of slots.
  DenseMap<std::pair<int64_t, int64_t>, Value *> Names;
  Function *Hidden = nullptr; ///< The called intrinsic.

  bool hideAll(GlobalVariable &Slots);
  bool hide(Value &Pointer, const GlobalVariable &Slots, int64_t Offset);
  Value *nameOf(const GlobalVariable &Slots, int64_t Offset, int64_t Amount);
};

} // namespace

char HideCounts::ID;

bool HideCounts::runOnModule(Module &M) {
  Counts->ByName.clear();
  Hidden = nullptr;
  if (!canShortenCounts(M) || !TM.getTargetTriple().isOSBinFormatELF() ||
      TM.getCodeModel() != CodeModel::Small || TM.useEmulatedTLS())
    return false;
  bool Changed = false;
  for (GlobalVariable &G : M.globals())
    if (isThreadLocalSlots(G) && TM.getTLSModel(&G) == TLSModel::LocalExec)
      Changed |= hideAll(G);
  return Changed;
}

/// Whether it is known what selection would make of increments in \p F.
static bool isSelectionKnown(const Function &F) {
  // Without optimisation another selector sees the code. The other attributes
  // change an increment's code, or where the thread's slots are.
  return !F.hasOptNone() && !F.hasFnAttribute(Attribute::Naked) &&
         !F.hasFnAttribute("indirect-tls-seg-refs");
}

bool HideCounts::hideAll(GlobalVariable &Slots) {
  Names.clear();
  bool Changed = false;
  for (User *U : make_early_inc_range(Slots.users())) {
    auto *Address = dyn_cast<IntrinsicInst>(U);
    if (Address &&
        Address->getIntrinsicID() == Intrinsic::threadlocal_address &&
        isSelectionKnown(*Address->getFunction()))
      Changed |= hide(*Address, Slots, 0);
  }
  return Changed;
}

/// The increment that begins with \p Load, if it does.
static std::optional<IncrementCode> matchIncrement(LoadInst &Load) {
  using namespace PatternMatch;
  auto *Add = Load.getNextNode();
  auto *Store = Add ? dyn_cast_or_null<StoreInst>(Add->getNextNode()) : nullptr;
  const APInt *Amount;
  auto IsRelaxed = [](const auto &Access) {
    return Access.getOrdering() == AtomicOrdering::Monotonic &&
           Access.getSyncScopeID() == SyncScope::System &&
           !Access.isVolatile() && Access.getAlign() == Align(8);
  };
  if (!Store || !Load.getType()->isIntegerTy(64) || !IsRelaxed(Load) ||
      !IsRelaxed(*Store) || !Load.hasOneUse() || !Add->hasOneUse() ||
      !match(Add, m_Add(m_Specific(&Load), m_APInt(Amount))) ||
      !Amount->isSignedIntN(32) || Store->getValueOperand() != Add ||
      Store->getPointerOperand() != Load.getPointerOperand())
    return std::nullopt;
  return IncrementCode{&Load, Add, Store, Amount->getSExtValue()};
}

/// Hides the increments through \p Pointer, which is \p Offset bytes after \p
/// Slots. Removes \p Pointer if it has no other use.
bool HideCounts::hide(Value &Pointer, const GlobalVariable &Slots,
                      int64_t Offset) {
  SmallVector<IncrementCode, 4> Found;
  SmallVector<GetElementPtrInst *, 4> Pointers;
  for (User *U : Pointer.users()) {
    if (auto *GEP = dyn_cast<GetElementPtrInst>(U))
      Pointers.push_back(GEP);
    else if (auto *Load = dyn_cast<LoadInst>(U))
      if (std::optional<IncrementCode> Match = matchIncrement(*Load))
        Found.push_back(*Match);
  }
  bool Changed = !Found.empty();
  if (Changed && !Hidden)
    Hidden = Intrinsic::getOrInsertDeclaration(Found.front().Load->getModule(),
                                               Intrinsic::reloc_none);
  for (const IncrementCode &I : Found) {
    IRBuilder<>(I.Store).CreateCall(Hidden, nameOf(Slots, Offset, I.Amount));
    I.Store->eraseFromParent();
    I.Add->eraseFromParent();
    I.Load->eraseFromParent();
  }
  for (GetElementPtrInst *GEP : Pointers) {
    APInt More(64, 0);
    if (GEP->accumulateConstantOffset(GEP->getDataLayout(), More))
      Changed |= hide(*GEP, Slots, Offset + More.getSExtValue());
  }
  if (Changed && Pointer.use_empty())
    cast<Instruction>(Pointer).eraseFromParent();
  return Changed;
}

Value *HideCounts::nameOf(const GlobalVariable &Slots, int64_t Offset,
                          int64_t Amount) {
  Value *&Name = Names[{Offset, Amount}];
  if (!Name) {
    LLVMContext &C = Slots.getContext();
    MDString *Text =
        MDString::get(C, "udpc." + std::to_string(Counts->ByName.size()));
    Counts->ByName[Text->getString().data()] = {&Slots, Offset, Amount};
    Name = MetadataAsValue::get(C, Text);
  }
  return Name;
}

//===----------------------------------------------------------------------===//
// After selection
//===----------------------------------------------------------------------===//

namespace {

class ShowCounts : public MachineFunctionPass {
public:
  static char ID;
  explicit ShowCounts(std::shared_ptr<HiddenCounts> Counts)
      : MachineFunctionPass(ID), Counts(std::move(Counts)) {}

  StringRef getPassName() const override { return "udpc: show counts"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  std::shared_ptr<HiddenCounts> Counts;
  bool MayIncrement = true; ///< An addition is faster on some processors.

  const HiddenCounts::Count *countOf(const MachineInstr &MI) const;
  void show(MachineBasicBlock &MBB, const X86Code &Code) const;
  void insertIncrement(MachineBasicBlock &MBB,
                       MachineBasicBlock::iterator Before, const DebugLoc &Loc,
                       const HiddenCounts::Count &C, const X86Code &Code) const;
};

} // namespace

char ShowCounts::ID;

const HiddenCounts::Count *ShowCounts::countOf(const MachineInstr &MI) const {
  if (MI.getOpcode() != TargetOpcode::RELOC_NONE ||
      !MI.getOperand(0).isSymbol())
    return nullptr;
  auto It = Counts->ByName.find(MI.getOperand(0).getSymbolName());
  return It == Counts->ByName.end() ? nullptr : &It->second;
}

bool ShowCounts::runOnMachineFunction(MachineFunction &MF) {
  if (Counts->ByName.empty())
    return false;
  MayIncrement = MF.getFunction().hasOptSize() ||
                 !MF.getSubtarget().checkFeatures("+slow-incdec");
  bool Changed = false;
  for (MachineBasicBlock &MBB : MF)
    if (any_of(MBB, [&](const MachineInstr &MI) { return countOf(MI); })) {
      show(MBB, X86Code::get(MF));
      Changed = true;
    }
  return Changed;
}

/// Inserts the increment \p C before \p Before.
void ShowCounts::insertIncrement(MachineBasicBlock &MBB,
                                 MachineBasicBlock::iterator Before,
                                 const DebugLoc &Loc,
                                 const HiddenCounts::Count &C,
                                 const X86Code &Code) const {
  MachineFunction &MF = *MBB.getParent();
  auto Access = [&](MachineMemOperand::Flags Flags) {
    return MF.getMachineMemOperand(
        MachinePointerInfo(C.Slots, C.Offset), Flags, LLT::scalar(64), Align(8),
        AAMDNodes(), nullptr, SyncScope::System, AtomicOrdering::Monotonic);
  };
  bool IsOne = C.Amount == 1 && MayIncrement;
  auto MIB = BuildMI(MBB, Before, Loc,
                     MF.getSubtarget().getInstrInfo()->get(
                         IsOne ? Code.INC64m : Code.ADD64mi32))
                 .addReg(MCRegister())
                 .addImm(1)
                 .addReg(MCRegister())
                 .addGlobalAddress(C.Slots, C.Offset, Code.ThreadOffset)
                 .addReg(Code.FS);
  if (!IsOne)
    MIB.addImm(C.Amount);
  MIB.addMemOperand(Access(MachineMemOperand::MOStore));
  MIB.addMemOperand(
      Access(MachineMemOperand::MOLoad | MachineMemOperand::MODereferenceable));
  MIB->addRegisterDead(Code.EFLAGS, MF.getSubtarget().getRegisterInfo());
  ++NumSelected;
}

/// A point for the increment of \p Hidden, before which the flags are live:
/// before the instruction that sets them. The end of the block if there is
/// none, since the program could read counts between the two.
static MachineBasicBlock::iterator findDeadFlags(MachineInstr &Hidden,
                                                 MCRegister Flags) {
  MachineBasicBlock &MBB = *Hidden.getParent();
  for (MachineInstr &MI :
       make_range(std::next(MachineBasicBlock::reverse_iterator(&Hidden)),
                  MBB.rend())) {
    bool IsHidden = MI.getOpcode() == TargetOpcode::RELOC_NONE;
    if (MI.isCall() || MI.isPosition() || MI.isInlineAsm() ||
        (!IsHidden &&
         (MI.hasUnmodeledSideEffects() || MI.hasOrderedMemoryRef())))
      break;
    if (MI.definesRegister(Flags, nullptr) && !MI.readsRegister(Flags, nullptr))
      return MI;
  }
  return MBB.end();
}

/// Replaces the hidden increments of \p MBB, saving live flags, which selection
/// did not know would be changed. At this stage flags are live within blocks
/// only.
void ShowCounts::show(MachineBasicBlock &MBB, const X86Code &Code) const {
  SmallVector<std::pair<MachineInstr *, bool>> Hidden;
  bool AreLive = any_of(MBB.successors(), [&](const MachineBasicBlock *Next) {
    return Next->isLiveIn(Code.EFLAGS);
  });
  for (MachineInstr &MI : reverse(MBB)) {
    if (countOf(MI))
      Hidden.emplace_back(&MI, AreLive);
    if (MI.modifiesRegister(Code.EFLAGS, nullptr))
      AreLive = false;
    if (MI.readsRegister(Code.EFLAGS, nullptr))
      AreLive = true;
  }
  MachineFunction &MF = *MBB.getParent();
  const MCInstrDesc &Copy =
      MF.getSubtarget().getInstrInfo()->get(TargetOpcode::COPY);
  for (auto [MI, AreLive] : reverse(Hidden)) {
    const HiddenCounts::Count &C = *countOf(*MI);
    const DebugLoc &Loc = MI->getDebugLoc();
    MachineBasicBlock::iterator At = MI;
    if (AreLive)
      At = findDeadFlags(*MI, Code.EFLAGS);
    if (At != MBB.end()) {
      insertIncrement(MBB, At, Loc, C, Code);
    } else {
      Register Saved = MF.getRegInfo().createVirtualRegister(Code.GR64);
      BuildMI(MBB, MI, Loc, Copy, Saved).addReg(Code.EFLAGS);
      insertIncrement(MBB, MI, Loc, C, Code);
      BuildMI(MBB, MI, Loc, Copy, Code.EFLAGS).addReg(Saved);
    }
    MI->eraseFromParent();
  }
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

static bool isOptionGiven(StringRef Name) {
  auto &Options = cl::getRegisteredOptions();
  auto It = Options.find(Name);
  return It != Options.end() && It->second->getNumOccurrences() != 0;
}

void udpc::addSelectCountsPasses(const TargetMachine &TM, PassManagerBase &PM,
                                 TargetPassConfig &Config) {
  const PassInfo *Selection =
      PassRegistry::getPassRegistry()->getPassInfo(StringRef("x86-isel"));
  // Other selectors do not know the call.
  if (!Selection || TM.getOptLevel() == CodeGenOptLevel::None ||
      TM.Options.EnableFastISel || TM.Options.EnableGlobalISel ||
      isOptionGiven("fast-isel") || isOptionGiven("global-isel"))
    return;
  auto Counts = std::make_shared<HiddenCounts>();
  PM.add(new HideCounts(TM, Counts));
  Config.insertPass(Selection->getTypeInfo(), new ShowCounts(Counts));
}
