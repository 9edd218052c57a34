//===- TransparentSites.cpp - Inserts udpc instructions in final code -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/DeferredUnit.h"
#include "ir/Probes.h"
#include "passes/lowering/UnitEmitter.h"
#include "passes/lowering/code/SiteText.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "passes/machine/DeadFlagPoints.h"
#include "passes/machine/MachinePasses.h"
#include "passes/machine/TransparentFinder.h"
#include "passes/sites/SourcePath.h"
#include "passes/sites/SpinLoops.h"
#include "passes/target/MachineCode.h"
#include "passes/target/TargetDescription.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <map>
#include <set>

using namespace llvm;
using namespace udpc;

namespace {

/// Inserts the instructions of one function.
class SiteInserter {
public:
  SiteInserter(MachineFunction &MF, const EventSpec &Spec, const SitePlan &Plan,
               const TargetDescription &Target, const GlobalVariable &Unit)
      : MF(MF), Spec(Spec), Plan(Plan), Target(Target), Unit(Unit),
        Function(symbolOf(MF)), Flags(MF, Target) {}

  void insert(const MachinePoint &Point);

private:
  MachineBasicBlock &blockBefore(MachineBasicBlock &MBB);
  MachineBasicBlock &blockOf(const MachinePoint &Point);

  MachineFunction &MF;
  const EventSpec &Spec;
  const SitePlan &Plan;
  const TargetDescription &Target;
  const GlobalVariable &Unit;
  std::string Function;
  DeadFlagPoints Flags;
  std::map<MachineBasicBlock *, MachineBasicBlock *> Blocks;
};

class TransparentSites : public ModulePass {
public:
  static char ID;
  TransparentSites() : ModulePass(ID) {}

  StringRef getPassName() const override { return "udpc: transparent sites"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.addRequired<MachineModuleInfoWrapperPass>();
    AU.setPreservesAll();
  }
  bool runOnModule(Module &M) override;

private:
  using ProbesByFunction =
      DenseMap<MachineFunction *, std::vector<MachineProbe>>;
  using FunctionsByUnit =
      DenseMap<const GlobalVariable *, std::vector<MachineFunction *>>;

  static ProbesByFunction takeProbes(Module &M, const Probes &Known,
                                     MachineModuleInfo &MMI);
  void finish(Module &M, const MDNode *Node, const FunctionsByUnit &Functions,
              const ProbesByFunction &Found, const TargetDescription &Target,
              SpinLoops &Spins);
};

} // namespace

char TransparentSites::ID;

/// The inserted block on the fall-through edge into \p MBB.
MachineBasicBlock &SiteInserter::blockBefore(MachineBasicBlock &MBB) {
  MachineBasicBlock *&Block = Blocks[&MBB];
  if (!Block)
    Block = &insertOnFallThrough(MBB);
  return *Block;
}

/// The block into which the instruction is inserted.
MachineBasicBlock &SiteInserter::blockOf(const MachinePoint &Point) {
  if (Point.OnFallThrough)
    return blockBefore(*Point.Block);
  MachineInstr *Before = Point.Before;
  if (!Before)
    return *Point.Block;
  MachineBasicBlock &Block = *Before->getParent();
  if (!Before->isTerminator() || &*Block.getFirstTerminator() == Before)
    return Block;
  Flags.forget(Block);
  return splitBefore(*Before);
}

void SiteInserter::insert(const MachinePoint &Point) {
  MachineBasicBlock &Block = blockOf(Point);
  auto Wanted = Point.OnFallThrough || !Point.Before
                    ? Block.end()
                    : MachineBasicBlock::iterator(Point.Before);
  auto [At, FlagsAreLive] = Flags.find(Block, Wanted);
  const Site &S = Plan.Sites[Point.Site];
  SiteText Text;
  Text.Target = &Target;
  Text.Code.Counter = Spec.Events[S.Entry->Event].Counter;
  Text.Code.Command = static_cast<uint8_t>(Point.Command);
  Text.Slot = Point.Site;
  Text.KeepFlags = FlagsAreLive;
  std::string Assembly = Text.inFunction(Function);
  // The line table is unchanged: no row begins at an inserted instruction, and
  // the function's prologue does not end there.
  DebugLoc Line = At == Block.end() ? DebugLoc() : At->getDebugLoc();
  MachineInstrBuilder MI =
      BuildMI(Block, At, Line,
              MF.getSubtarget().getInstrInfo()->get(TargetOpcode::INLINEASM))
          .addExternalSymbol(MF.createExternalSymbolName(Assembly))
          .addImm(InlineAsm::Extra_HasSideEffects)
          .addImm(InlineAsm::Flag(InlineAsm::Kind::Imm, 1))
          .addGlobalAddress(&Unit);
  if (S.Entry->Kind == abi::SiteKind::Entry)
    MI->setFlag(MachineInstr::FrameSetup);
}

/// Reports an error: the site table of a unit is emitted in the unit's own
/// module.
static void refuseParts(Module &M) {
  M.getContext().emitError(
      "udpc: fidelity: transparent needs the code of a module in one piece; "
      "link without --lto-partitions");
}

/// Removes the probes of all functions, also of those without a unit, and
/// reports marks without probes.
TransparentSites::ProbesByFunction
TransparentSites::takeProbes(Module &M, const Probes &Known,
                             MachineModuleInfo &MMI) {
  ProbesByFunction Found;
  std::set<const Probe *> Left;
  for (Function &F : M) {
    MachineFunction *MF = MMI.getMachineFunction(F);
    if (!MF)
      continue;
    std::vector<MachineProbe> Probes = Known.take(*MF);
    for (const MachineProbe &P : Probes)
      Left.insert(P.What);
    Found[MF] = std::move(Probes);
  }
  if (Found.empty())
    return Found;
  for (const auto &Item : Known.all()) {
    const Probe &P = Item.second;
    if (P.What != Probe::Mark || Left.count(&P))
      continue;
    // The function itself may have been removed.
    MachineFunction *Some = Found.begin()->first;
    OptimizationRemarkEmitter(&Some->getFunction()).emit([&] {
      return OptimizationRemarkMissed("udpc", "NoSite", DebugLoc(),
                                      &Some->getFunction().getEntryBlock())
             << "mark '" << ore::NV("Mark", P.Name) << "' at " << P.File << ":"
             << std::to_string(P.Line)
             << " is not counted: the optimiser has left no code of its place";
    });
  }
  return Found;
}

void TransparentSites::finish(Module &M, const MDNode *Node,
                              const FunctionsByUnit &Functions,
                              const ProbesByFunction &Found,
                              const TargetDescription &Target,
                              SpinLoops &Spins) {
  Expected<DeferredUnit> Unit = readDeferredUnit(*Node);
  if (!Unit)
    return M.getContext().emitError("udpc: " + toString(Unit.takeError()));
  if (Unit->Table->isDeclaration() ||
      (Unit->Slots && Unit->Slots->isDeclaration()))
    return refuseParts(M);
  TransparentFinder Finder(Unit->Spec, Target, Spins);
  for (MachineFunction *MF : Functions.lookup(Unit->Unit)) {
    std::vector<MachinePoint> Points = Finder.findIn(*MF, Found.lookup(MF));
    SiteInserter Inserter(*MF, Unit->Spec, Finder.plan(), Target, *Unit->Unit);
    for (const MachinePoint &P : Points)
      Inserter.insert(P);
  }
  SitePlan Plan = Finder.plan();
  Plan.finish();
  std::vector<uint8_t> Bytes =
      encodeTable(Unit->SourceFile, Unit->Spec, Fidelity::Transparent, Plan,
                  Finder.matches());
  Unit->Table->replaceInitializer(
      ConstantDataArray::get(M.getContext(), Bytes));
  UnitContents Fields;
  Fields.NumSlots = Plan.NumSlots;
  Fields.Table = Unit->Table;
  Fields.TableSize = Bytes.size();
  Fields.Slots = unitField(*Unit->Unit, UnitField::Slots);
  Fields.Count = unitField(*Unit->Unit, UnitField::Count);
  Fields.Kind = abi::UnitLowering::Instruction;
  Fields.Every = unitField(*Unit->Unit, UnitField::Every);
  initialiseUnit(*Unit->Unit, Fields);
  if (Unit->Slots && Plan.NumSlots)
    Unit->Slots->replaceInitializer(Constant::getNullValue(
        ArrayType::get(Type::getInt64Ty(M.getContext()), Plan.NumSlots)));
}

bool TransparentSites::runOnModule(Module &M) {
  std::vector<const MDNode *> Units = deferredUnits(M);
  const TargetDescription *Target = findTarget(M.getTargetTriple());
  if (!Target)
    return false;
  if (any_of(M, hasLostUnit)) {
    refuseParts(M);
    return false;
  }
  if (Units.empty())
    return false;
  MachineModuleInfo &MMI = getAnalysis<MachineModuleInfoWrapperPass>().getMMI();
  FunctionsByUnit Functions;
  FunctionUnits UnitOf(M);
  for (Function &F : M)
    if (const GlobalVariable *Unit = UnitOf.of(F))
      if (MachineFunction *MF = MMI.getMachineFunction(F); MF && !MF->empty())
        Functions[Unit].push_back(MF);
  Probes Known(M);
  ProbesByFunction Found = takeProbes(M, Known, MMI);
  SpinLoops Spins(M);
  for (const MDNode *Node : Units)
    finish(M, Node, Functions, Found, *Target, Spins);
  return true;
}

ModulePass *udpc::createTransparentSitesPass() {
  return new TransparentSites();
}
