//===- DeferredUnit.cpp - Units with deferred sites -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/DeferredUnit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include <atomic>

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral UnitsName = "udpc.deferred";
static constexpr StringLiteral FunctionKind = "udpc.unit";
static std::atomic<bool> HaveAny;

bool udpc::haveDeferredUnits() { return HaveAny; }

void udpc::noteDeferredUnits(const Module &M) {
  if (!deferredUnits(M).empty())
    HaveAny = true;
}

static Metadata *number(LLVMContext &C, int N) {
  return ConstantAsMetadata::get(
      ConstantInt::getSigned(Type::getInt32Ty(C), N));
}

// The operands of a node: unit, table, slots or null, the module's source file,
// the spec's name and text, the numbers of its entries, the counters of its
// events.
void udpc::deferUnit(Module &M, const EventSpec &Spec, GlobalVariable &Unit,
                     GlobalVariable &Table, GlobalVariable *Slots) {
  LLVMContext &C = M.getContext();
  SmallVector<Metadata *> Entries, Counters;
  for (const SpecEntry &E : Spec.Entries)
    Entries.push_back(number(C, E.Number));
  for (const CountedEvent &E : Spec.Events)
    Counters.push_back(number(C, E.Counter));
  // Distinct: equal units must not be merged.
  MDNode *Node = MDNode::getDistinct(
      C, {ConstantAsMetadata::get(&Unit), ConstantAsMetadata::get(&Table),
          Slots ? ConstantAsMetadata::get(Slots) : nullptr,
          MDString::get(C, M.getSourceFileName()), MDString::get(C, Spec.File),
          MDString::get(C, Spec.Text), MDNode::get(C, Entries),
          MDNode::get(C, Counters)});
  M.getOrInsertNamedMetadata(UnitsName)->addOperand(Node);
  // Functions reference the unit through a uniqued node, because a pass that
  // clones a function (coroutine splitting) copies its distinct nodes.
  MDNode *Name = MDNode::get(C, ConstantAsMetadata::get(&Unit));
  for (Function &F : M)
    if (!F.isDeclaration() && !F.getName().starts_with("__udpc_"))
      F.setMetadata(FunctionKind, Name);
  HaveAny = true;
}

static GlobalVariable *variable(const MDNode &Node, unsigned Operand) {
  return Operand < Node.getNumOperands()
             ? mdconst::dyn_extract_or_null<GlobalVariable>(
                   Node.getOperand(Operand))
             : nullptr;
}

std::vector<const MDNode *> udpc::deferredUnits(const Module &M) {
  std::vector<const MDNode *> Nodes;
  const NamedMDNode *Units = M.getNamedMetadata(UnitsName);
  if (!Units)
    return Nodes;
  // ThinLTO imports the nodes of other modules together with functions. Their
  // units, and the code, are in those modules.
  for (const MDNode *Node : Units->operands())
    if (const GlobalVariable *Unit = variable(*Node, 0);
        Unit && !Unit->isDeclaration())
      Nodes.push_back(Node);
  return Nodes;
}

const GlobalVariable *udpc::unitOf(const Function &F) {
  const MDNode *Name = F.getMetadata(FunctionKind);
  return Name ? variable(*Name, 0) : nullptr;
}

FunctionUnits::FunctionUnits(const Module &M) {
  if (std::vector<const MDNode *> Units = deferredUnits(M); Units.size() == 1)
    Only = variable(*Units.front(), 0);
  for (const Function &F : M)
    if (const GlobalVariable *Unit = unitOf(F))
      if (const DISubprogram *SP = F.getSubprogram())
        ByCompileUnit.try_emplace(SP->getUnit(), Unit);
}

const GlobalVariable *FunctionUnits::of(const Function &F) const {
  if (const GlobalVariable *Unit = unitOf(F))
    return Unit;
  if (F.getName().starts_with("__udpc_"))
    return nullptr;
  const DISubprogram *SP = F.getSubprogram();
  return SP ? ByCompileUnit.lookup(SP->getUnit()) : Only;
}

bool udpc::hasLostUnit(const Function &F) {
  if (F.isDeclarationForLinker() || !F.hasMetadata(FunctionKind))
    return false;
  const GlobalVariable *Unit = unitOf(F);
  return !Unit || Unit->isDeclaration();
}

static std::vector<int> intsOf(const Metadata *List) {
  std::vector<int> Result;
  if (const auto *Node = dyn_cast_or_null<MDNode>(List))
    for (const MDOperand &N : Node->operands())
      if (auto *I = mdconst::dyn_extract_or_null<ConstantInt>(N))
        Result.push_back(static_cast<int>(I->getSExtValue()));
  return Result;
}

static StringRef text(const MDNode &Node, unsigned Operand) {
  auto *S = dyn_cast_or_null<MDString>(Node.getOperand(Operand));
  return S ? S->getString() : "";
}

Expected<DeferredUnit> udpc::readDeferredUnit(const MDNode &Node) {
  auto NotOurs = [] {
    return createStringError("metadata '" + UnitsName +
                             "' is not what this udpc makes; compile again");
  };
  if (Node.getNumOperands() != 8)
    return NotOurs();
  DeferredUnit U;
  U.Unit = variable(Node, 0);
  U.Table = variable(Node, 1);
  U.Slots = variable(Node, 2);
  if (!U.Unit || !U.Table)
    return NotOurs();
  U.SourceFile = text(Node, 3).str();
  Expected<EventSpec> Spec =
      EventSpec::parse(MemoryBufferRef(text(Node, 5), text(Node, 4)));
  if (!Spec)
    return Spec.takeError();
  std::vector<int> Entries = intsOf(Node.getOperand(6));
  std::vector<int> Counters = intsOf(Node.getOperand(7));
  if (Counters.size() != Spec->Events.size())
    return NotOurs();
  U.Spec = Spec->withEntries(
      [&](const SpecEntry &E) { return is_contained(Entries, E.Number); });
  for (auto [Event, Counter] : zip(U.Spec.Events, Counters))
    Event.Counter = Counter;
  return U;
}
