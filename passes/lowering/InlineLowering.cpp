//===- InlineLowering.cpp - Counting by a thread-local increment ----------===//
//
// In executables the slots of a unit are a thread-local array in the local-exec
// model; elsewhere they are those of ThreadSlots.cpp. MergeCounts.cpp emits the
// increments that Placeholders.h can represent, this file the others. The
// increment is a relaxed atomic load, an add and a relaxed atomic store: x86-64
// selects `incq %fs:slot@tpoff` for the three. Atomics of that order are not
// kept in registers over a loop, so a thread's counts are in memory at any
// time: for a signal, a crash, and other threads that read.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/lowering/SiteLowering.h"
#include "passes/lowering/code/Increments.h"
#include "passes/lowering/unit/SlotStorage.h"
#include "passes/lowering/unit/ThreadSlots.h"
#include "passes/lowering/unit/UnitRecord.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

namespace {

class InlineLowering : public SiteLowering {
public:
  InlineLowering(Module &M, unsigned NumSlots, GlobalVariable &Unit)
      : M(M), Slots(createSlots(M, NumSlots)) {
    if (!hasStaticThreadLocals(M))
      addThreadSlots(M, *Slots, Unit);
  }

  abi::UnitLowering kind() const override { return abi::UnitLowering::Inline; }

  void emitCount(IRBuilder<> &B, const CountPoint &Point) override {
    emitIncrement(B,
                  slotAddress(B, B.CreateThreadLocalAddress(Slots), Point.Slot),
                  Point.Step ? Point.Step : B.getInt64(1));
  }

  void describe(UnitContents &Fields) override {
    if (hasStaticThreadLocals(M))
      Fields.Slots = createSlotsFunction(M, *Slots);
    else
      describeThreadSlots(M, *Slots, Fields);
  }

  GlobalVariable *slots() override { return Slots; }

private:
  Module &M;
  GlobalVariable *Slots;
};

} // namespace

std::unique_ptr<SiteLowering>
udpc::createInlineLowering(Module &M, unsigned NumSlots, GlobalVariable &Unit) {
  return std::make_unique<InlineLowering>(M, NumSlots, Unit);
}
