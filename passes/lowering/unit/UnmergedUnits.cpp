//===- UnmergedUnits.cpp - Units with placeholders ------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/unit/UnmergedUnits.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

/// The metadata of unmerged units. Operands: slots or null, unit, table,
/// whether it has instructions, the unit's number in placeholders, whether it
/// has differences.
static constexpr StringLiteral UnitsName = "udpc.mergeable_units";

void udpc::allowMerging(Module &M, const UnitGlobals &Unit) {
  LLVMContext &C = M.getContext();
  auto Int = [&C](unsigned Value) {
    return ConstantAsMetadata::get(
        ConstantInt::get(Type::getInt32Ty(C), Value));
  };
  M.getOrInsertNamedMetadata(UnitsName)->addOperand(MDNode::getDistinct(
      C,
      {Unit.Slots ? ConstantAsMetadata::get(Unit.Slots) : nullptr,
       ConstantAsMetadata::get(Unit.Unit), ConstantAsMetadata::get(Unit.Table),
       Int(Unit.HasInstructions), Int(Unit.Number), Int(Unit.HasDifferences)}));
}

static UnitGlobals unitOf(const MDNode &Node) {
  auto Global = [&Node](unsigned I) {
    return mdconst::extract_or_null<GlobalVariable>(Node.getOperand(I));
  };
  auto Int = [&Node](unsigned I) {
    return unsigned(
        mdconst::extract<ConstantInt>(Node.getOperand(I))->getZExtValue());
  };
  return {Global(0), Global(1), Global(2), Int(3) != 0, Int(4), Int(5) != 0};
}

SmallVector<UnitGlobals, 2> udpc::unmergedUnits(const Module &M) {
  SmallVector<UnitGlobals, 2> Found;
  if (NamedMDNode *Units = M.getNamedMetadata(UnitsName))
    for (const MDNode *Node : Units->operands())
      Found.push_back(unitOf(*Node));
  return Found;
}

SiteTable UnitGlobals::readTable() const {
  StringRef Bytes =
      cast<ConstantDataSequential>(Table->getInitializer())->getRawDataValues();
  return cantFail(SiteTable::decode(Bytes));
}

void UnitGlobals::replaceSlots(const SiteTable &Sites, uint32_t NumSlots,
                               ArrayRef<SlotSum> Sums) const {
  LLVMContext &C = Unit->getContext();
  std::vector<uint8_t> Bytes = udpc::replaceSlots(Sites, NumSlots, Sums);
  Table->replaceInitializer(ConstantDataArray::get(C, Bytes));
  Constant *NoCounts =
      Constant::getNullValue(ArrayType::get(Type::getInt64Ty(C), NumSlots));
  if (Slots)
    Slots->replaceInitializer(NoCounts);
  resizeUnit(*Unit, NumSlots, Bytes.size(), NoCounts);
}

void udpc::forgetUnmerged(Module &M) {
  if (NamedMDNode *Units = M.getNamedMetadata(UnitsName))
    Units->eraseFromParent();
}
