//===- InstructionLowering.cpp - Counting by a udpc instruction -----------===//
//
// The instruction is inline assembly without register or memory operands and
// without clobbers: the optimiser may neither remove nor duplicate it, but may
// move other code across. RefineSites.cpp completes the text when the code is
// final; without that pass (a linker that has not loaded the plugin) the text
// works unchanged.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/lowering/SiteLowering.h"
#include "passes/lowering/code/SiteText.h"
#include "passes/lowering/unit/SlotStorage.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "passes/target/TargetDescription.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace udpc;

namespace {

class InstructionLowering : public SiteLowering {
public:
  InstructionLowering(Module &M, const EventSpec &Spec, const SitePlan &Plan,
                      GlobalVariable &Unit, const TargetDescription &Target)
      : M(M), Spec(Spec), Plan(Plan), Unit(Unit), Target(Target) {
    if (Target.isPatchable() && hasStaticThreadLocals(M))
      Slots = createSlots(M, Plan.NumSlots);
  }

  abi::UnitLowering kind() const override {
    return abi::UnitLowering::Instruction;
  }

  void emitCount(IRBuilder<> &B, const CountPoint &Point) override {
    if (Point.Step)
      B.SetInsertPoint(SplitBlockAndInsertIfThen(B.CreateIsNotNull(Point.Step),
                                                 B.GetInsertPoint(),
                                                 /*Unreachable=*/false));
    SiteText Text;
    Text.Target = &Target;
    Text.Code.Counter =
        Spec.Events[Plan.Sites[Point.Slot].Entry->Event].Counter;
    Text.Code.Command = static_cast<uint8_t>(Point.Command);
    Text.Slot = Point.Slot;
    emitSite(B, Text, Unit);
  }

  void describe(UnitContents &Fields) override {
    if (Slots)
      Fields.Slots = createSlotsFunction(M, *Slots);
  }

  GlobalVariable *slots() override { return Slots; }

private:
  Module &M;
  const EventSpec &Spec;
  const SitePlan &Plan;
  GlobalVariable &Unit;
  const TargetDescription &Target;
  GlobalVariable *Slots = nullptr;
};

} // namespace

std::unique_ptr<SiteLowering>
udpc::createInstructionLowering(Module &M, const EventSpec &Spec,
                                const SitePlan &Plan, GlobalVariable &Unit,
                                const TargetDescription &Target) {
  return std::make_unique<InstructionLowering>(M, Spec, Plan, Unit, Target);
}
