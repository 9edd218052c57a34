//===- PrefetchTarget.cpp - Prefetch targets ------------------------------===//

#include "passes/target/PrefetchTarget.h"
#include "passes/target/Targets.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineRegisterInfo.h"

using namespace llvm;
using namespace udpc;

const PrefetchTarget *udpc::findPrefetchTarget(const Triple &T) {
  static const PrefetchTarget *const All[] = {&x86_64PrefetchTarget(),
                                              &riscv64PrefetchTarget(),
                                              &aarch64PrefetchTarget()};
  for (const PrefetchTarget *P : All)
    if (P->fits(T))
      return P;
  return nullptr;
}

const LiveRegUnits &LiveRegisters::before(const MachineInstr &MI) {
  const MachineBasicBlock &MBB = *MI.getParent();
  if (Now == &MI)
    return Units;
  auto Next = MBB.rbegin();
  if (Now && Now->getParent() == &MBB) {
    Next = std::next(MachineBasicBlock::const_reverse_iterator(Now));
  } else {
    Units.init(*MBB.getParent()->getRegInfo().getTargetRegisterInfo());
    Units.addLiveOuts(MBB);
  }
  for (const MachineInstr &I : make_range(Next, MBB.rend())) {
    // The code must not depend on debug information.
    if (!I.isDebugInstr())
      Units.stepBackward(I);
    if (&I == &MI) {
      Now = &MI;
      return Units;
    }
  }
  llvm_unreachable("asked in another order");
}
