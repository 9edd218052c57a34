//===- LoopChains.cpp - Chains through a loop's iterations ----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/memory/LoopChains.h"
#include "profdata/binary/processor/X86MemoryOperand.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetRegisterInfo.h"
#include "llvm/CodeGen/TargetSchedule.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include <algorithm>

using namespace llvm;
using namespace udpc;

/// The minimum of cycles of a chain. Shorter ones are counters.
static constexpr int LeastCycles = 2;

namespace {

/// By register unit: the cycles from the start of the iteration until its value
/// is ready, if that is computed from the register whose chain is searched;
/// else -1.
using Times = std::vector<int>;

class Walk {
public:
  Walk(const MachineLoop &L, ArrayRef<const MachineBasicBlock *> Blocks)
      : L(L), Blocks(Blocks), MF(*Blocks.front()->getParent()),
        TII(*MF.getSubtarget().getInstrInfo()),
        TRI(*MF.getSubtarget().getRegisterInfo()) {
    Model.init(&MF.getSubtarget());
  }

  /// The units that the loop reads before it writes them, and writes.
  std::vector<unsigned> carried() const;
  /// The cycles of the chain through \p Unit; -1: there is none.
  int cyclesOf(unsigned Unit);
  bool hasCalls() const {
    return any_of(Blocks, [](const MachineBasicBlock *B) {
      return any_of(B->instrs(),
                    [](const MachineInstr &MI) { return MI.isCall(); });
    });
  }
  uint64_t numInstructions() const {
    uint64_t N = 0;
    for (const MachineBasicBlock *B : Blocks)
      N += B->size();
    return N;
  }

private:
  void execute(const MachineInstr &MI, Times &Now) const;

  const MachineLoop &L;
  ArrayRef<const MachineBasicBlock *> Blocks;
  const MachineFunction &MF;
  const TargetInstrInfo &TII;
  const TargetRegisterInfo &TRI;
  TargetSchedModel Model;
};

} // namespace

static bool isRelevant(const MachineInstr &MI) {
  return !MI.isDebugInstr() && !MI.isBundle();
}

std::vector<unsigned> Walk::carried() const {
  std::vector<bool> IsRead(TRI.getNumRegUnits()),
      IsWritten(TRI.getNumRegUnits());
  for (const MachineBasicBlock *B : Blocks)
    for (const MachineInstr &MI : B->instrs())
      if (isRelevant(MI))
        for (const MachineOperand &Op : MI.operands())
          if (Op.isReg() && Op.getReg().isPhysical() && !Op.isUndef())
            for (auto Unit : TRI.regunits(Op.getReg().asMCReg()))
              (Op.isDef() ? IsWritten : IsRead)[static_cast<unsigned>(Unit)] =
                  true;
  std::vector<unsigned> Units;
  for (unsigned U = 0; U != IsRead.size(); ++U)
    if (IsRead[U] && IsWritten[U])
      Units.push_back(U);
  return Units;
}

void Walk::execute(const MachineInstr &MI, Times &Now) const {
  int Ready = -1, Cycles = static_cast<int>(Model.computeInstrLatency(&MI));
  int Memory = MI.mayLoad() && !MI.isCall()
                   ? x86MemoryOperand(MI.getDesc(), TII.getName(MI.getOpcode()))
                   : -1;
  for (auto [Number, Op] : enumerate(MI.operands())) {
    if (!Op.isReg() || !Op.getReg().isPhysical() || !Op.readsReg())
      continue;
    // The other operands of the computation are needed only when the loaded
    // value is ready.
    bool WaitsForLoad =
        Memory >= 0 &&
        (int(Number) < Memory || int(Number) >= Memory + X86NumAddressOperands);
    int Own =
        WaitsForLoad
            ? std::max(1, Cycles - int(Model.getMCSchedModel()->LoadLatency))
            : Cycles;
    for (auto Unit : TRI.regunits(Op.getReg().asMCReg()))
      if (int Before = Now[static_cast<unsigned>(Unit)]; Before >= 0)
        Ready = std::max(Ready, Before + Own);
  }
  for (const MachineOperand &Op : MI.operands())
    if (Op.isReg() && Op.getReg().isPhysical() && Op.isDef())
      for (auto Unit : TRI.regunits(Op.getReg().asMCReg()))
        Now[static_cast<unsigned>(Unit)] = Ready;
}

int Walk::cyclesOf(unsigned Unit) {
  DenseMap<const MachineBasicBlock *, Times> Exits;
  int Longest = -1;
  for (const MachineBasicBlock *B : Blocks) {
    Times Now(TRI.getNumRegUnits(), -1);
    if (B == L.getHeader())
      Now[Unit] = 0;
    else
      for (const MachineBasicBlock *From : B->predecessors())
        if (auto It = Exits.find(From); It != Exits.end())
          for (size_t U = 0; U != Now.size(); ++U)
            Now[U] = std::max(Now[U], It->second[U]);
    for (const MachineInstr &MI : B->instrs())
      if (isRelevant(MI))
        execute(MI, Now);
    if (B->isSuccessor(L.getHeader()))
      Longest = std::max(Longest, Now[Unit]);
    Exits[B] = std::move(Now);
  }
  return Longest;
}

std::vector<LoopChain>
udpc::findLoopChains(const MachineLoop &L,
                     ArrayRef<const MachineBasicBlock *> Blocks,
                     uint64_t &Work) {
  if (!L.isInnermost() || Blocks.empty())
    return {};
  Walk W(L, Blocks);
  if (W.hasCalls())
    return {};
  std::vector<unsigned> Units = W.carried();
  uint64_t Needed = W.numInstructions() * Units.size();
  if (Work < Needed)
    return {};
  Work -= Needed;
  std::vector<LoopChain> Chains;
  for (unsigned Unit : Units)
    if (int Cycles = W.cyclesOf(Unit); Cycles >= LeastCycles)
      Chains.push_back({Unit, static_cast<unsigned>(Cycles)});
  return Chains;
}
