//===- CostUnit.cpp - The unit of a profiled module -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/CostUnit.h"
#include "passes/lowering/unit/Resolvers.h"
#include "passes/lowering/unit/SlotStorage.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "passes/options/PrefetchOptions.h"
#include "passes/options/ProfileOptions.h"
#include "passes/profile/ClientRequests.h"
#include "passes/profile/calls/CallRecords.h"
#include "passes/profile/regions/RegionMatching.h"
#include "passes/profile/simulation/MissingSimulation.h"
#include "passes/profile/slots/CostSlotsFunction.h"
#include "passes/sites/SourceFunction.h"
#include "passes/target/TargetDescription.h"
#include "udpc/costs.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <atomic>

using namespace llvm;
using namespace udpc;

/// The metadata of units: for each module that was linked into this one, a node
/// with the unit, its slots, its costs and the source file.
static constexpr StringLiteral UnitsName = "udpc.profile";
static std::atomic<bool> HaveAny;

bool udpc::haveCostUnits() { return HaveAny; }

static GlobalVariable *variable(const MDNode &Node, unsigned Operand) {
  return mdconst::dyn_extract_or_null<GlobalVariable>(Node.getOperand(Operand));
}

std::vector<CostUnitGlobals> udpc::findCostUnits(const Module &M) {
  std::vector<CostUnitGlobals> Found;
  const NamedMDNode *Units = M.getNamedMetadata(UnitsName);
  if (!Units)
    return Found;
  for (const MDNode *Node : Units->operands()) {
    if (Node->getNumOperands() != 4)
      continue;
    CostUnitGlobals U;
    U.Unit = variable(*Node, 0);
    U.Slots = variable(*Node, 1);
    U.Costs = variable(*Node, 2);
    // ThinLTO imports the nodes of other modules together with functions.
    if (!U.Unit || U.Unit->isDeclaration() || !U.Slots ||
        U.Slots->isDeclaration() || !U.Costs || U.Costs->isDeclaration())
      continue;
    if (auto *Name = dyn_cast_or_null<MDString>(Node->getOperand(3)))
      U.SourceFile = Name->getString().str();
    Found.push_back(std::move(U));
  }
  return Found;
}

void udpc::warnNotProfiled(const Module &M, const Twine &Message) {
  M.getContext().diagnose(DiagnosticInfoGeneric(Message, DS_Warning));
}

static void makeProfileUnit(Module &M) {
  LLVMContext &C = M.getContext();
  Type *I8 = Type::getInt8Ty(C);
  GlobalVariable *Unit = makeUnit(M, "__udpc_profile_unit");
  GlobalVariable *Costs = makeGlobal(M, I8, true, Constant::getNullValue(I8),
                                     "__udpc_profile_costs");
  Costs->setSection(UDPC_COSTS_SECTION);
  UnitContents Fields;
  GlobalVariable *Slots;
  if (isExecutableCode(M)) {
    Slots = createSlots(M, 0);
    Fields.Slots = createSlotsFunction(M, *Slots);
  } else {
    ArrayType *None = ArrayType::get(Type::getInt64Ty(C), 0);
    Slots = makeGlobal(M, None, false, Constant::getNullValue(None), "");
    Fields.EarlySlots = Slots;
    defineCostSlotsFunction(M);
    // Each function reads the unit, so it has a cache line of its own.
    Unit->setAlignment(Align(64));
  }
  Slots->setName("__udpc_profile_slots");
  Fields.Costs = Costs;
  initialiseUnit(*Unit, Fields);
  listUnit(M, *Unit);
  addUnitHooks(M);
  appendToUsed(M, {Costs, Slots});
  M.getOrInsertNamedMetadata(UnitsName)->addOperand(MDNode::getDistinct(
      C, {ConstantAsMetadata::get(Unit), ConstantAsMetadata::get(Slots),
          ConstantAsMetadata::get(Costs),
          MDString::get(C, M.getSourceFileName())}));
}

/// Whether the prologue of \p F calls __morestack, which returns after the
/// instruction that follows the call: no code may be inserted there.
static bool hasSplitStack(const Function &F) {
  return F.hasFnAttribute("split-stack");
}

static void remarkLeftOut(Function &F, StringRef Reason) {
  OptimizationRemarkEmitter(&F).emit([&] {
    return OptimizationRemarkMissed("udpc", "NotProfiled", &F)
           << ore::NV("Function", F.getName())
           << " is not profiled: " << ore::NV("Reason", Reason);
  });
}

PreservedAnalyses CostUnitPass::run(Module &M, ModuleAnalysisManager &) {
  ProfileParts Parts = requestedProfile();
  // The input may be the output of this pass.
  if (M.getNamedMetadata(UnitsName)) {
    HaveAny = true;
    return PreservedAnalyses::all();
  }
  if (!Parts.any())
    return PreservedAnalyses::all();
  const Triple &T = M.getTargetTriple();
  if (T.getArch() != Triple::x86_64 || T.isX32() || !T.isOSBinFormatELF()) {
    warnNotProfiled(M, "udpc profiles x86-64 ELF programs only; " + T.str() +
                           " runs without");
    return PreservedAnalyses::all();
  }
  if (!canCountInline(M)) {
    warnNotProfiled(M, "udpc counts costs in thread-local variables; " +
                           M.getSourceFileName() +
                           " is not counted; compile without -femulated-tls "
                           "and -ffreestanding");
    return PreservedAnalyses::all();
  }
  unsigned NumSplit = 0;
  for (Function &F : M) {
    if (F.isDeclaration() || F.getName().starts_with("__udpc_"))
      continue;
    if (hasSplitStack(F)) {
      ++NumSplit;
      continue;
    }
    if (StringRef Reason = reasonNotToAdd(F, AddedCode::AsFinal);
        !Reason.empty()) {
      remarkLeftOut(F, Reason);
      continue;
    }
    F.addFnAttr(ProfileAttribute, requestedProfileText());
    if (!F.hasFnAttribute(DiscriminateAttribute))
      F.addFnAttr(DiscriminateAttribute, "true");
    // The machine outliner runs later and would split our code: a check jumps
    // to the slow path of the function that it was inserted into.
    F.addFnAttr("nooutline");
  }
  if (NumSplit)
    warnNotProfiled(M, "udpc does not count functions with split stacks, of "
                       "which " +
                           M.getSourceFileName() + " has " + Twine(NumSplit) +
                           "; compile without -fsplit-stack");
  passClientRequests(M);
  makeProfileUnit(M);
  if (Parts.simulatesCaches())
    defineMissingSimulation(M);
  if (Parts.Branches)
    defineMissingBranches(M, /*HasTables=*/isExecutableCode(M));
  if (!findMatchedRegions(M).empty())
    defineMissingRegions(M);
  if (Parts.Calls) {
    if (isExecutableCode(M))
      defineMissingCalls(M);
    else
      defineLibraryCalls(M);
  }
  enterResolvers(M);
  HaveAny = true;
  return PreservedAnalyses::none();
}
