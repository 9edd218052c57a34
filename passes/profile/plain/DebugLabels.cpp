//===- DebugLabels.cpp - Debug info labels of code ------------------------===//
//
// The rules are those of LLVM's DebugHandlerBase and DwarfDebug, computed from
// their public inputs: lexical scopes and the history of variables.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/profile/plain/DebugLabels.h"
#include "llvm/CodeGen/DbgEntityHistoryCalculator.h"
#include "llvm/CodeGen/LexicalScopes.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/DebugInfo.h"

using namespace llvm;
using namespace udpc;

namespace {

using Instructions = DenseSet<const MachineInstr *>;

/// The labels that one function requests.
class Requests {
public:
  explicit Requests(const MachineFunction &MF);

  Instructions place();

private:
  void addScopes();
  void addVariables();
  void addParameter(const DbgValueHistoryMap::Entries &Entries);
  void addCall(const MachineInstr &MI);

  const MachineFunction &MF;
  LexicalScopes Scopes;
  Instructions Before, After;
  /// Instructions whose label is that of the function's start.
  Instructions AtBegin;
};

} // namespace

Requests::Requests(const MachineFunction &MF) : MF(MF) {
  Scopes.scanFunction(MF);
  if (Scopes.empty())
    return;
  addScopes();
  addVariables();
}

void Requests::addScopes() {
  SmallVector<LexicalScope *, 4> Work = {Scopes.getCurrentFunctionScope()};
  while (!Work.empty()) {
    LexicalScope *S = Work.pop_back_val();
    append_range(Work, S->getChildren());
    if (S->isAbstractScope())
      continue;
    for (const InsnRange &R : S->getRanges()) {
      Before.insert(R.first);
      After.insert(R.second);
    }
  }
}

static bool isInRegister(const MachineInstr &MI) {
  return any_of(MI.debug_operands(), [](const MachineOperand &Op) {
    return Op.isReg() && Op.getReg();
  });
}

/// Notes the labels of a parameter. Its first location is valid from the
/// function's start, unless it is a register that the code may have to set
/// first.
void Requests::addParameter(const DbgValueHistoryMap::Entries &Entries) {
  const MachineInstr *First = Entries.front().getInstr();
  if (!isInRegister(*First))
    AtBegin.insert(First);
  if (!First->getDebugExpression()->isFragment())
    return;
  for (auto I = Entries.begin(); I != Entries.end(); ++I) {
    if (!I->isDbgValue())
      continue;
    const DIExpression *Fragment = I->getInstr()->getDebugExpression();
    if (std::any_of(
            Entries.begin(), I, [&](const DbgValueHistoryMap::Entry &E) {
              return E.isDbgValue() && Fragment->fragmentsOverlap(
                                           E.getInstr()->getDebugExpression());
            }))
      return;
    if (isInRegister(*I->getInstr()))
      return;
    AtBegin.insert(I->getInstr());
  }
}

void Requests::addVariables() {
  DbgValueHistoryMap Values;
  DbgLabelInstrMap Labels;
  calculateDbgEntityHistory(&MF, MF.getSubtarget().getRegisterInfo(), Values,
                            Labels);
  InstructionOrdering Ordering;
  Ordering.initialize(MF);
  Values.trimLocationRanges(MF, Scopes, Ordering);
  for (const auto &[Variable, Entries] : Values) {
    if (Entries.empty())
      continue;
    const DILocalVariable *V = Entries.front().getInstr()->getDebugVariable();
    if (V->isParameter() &&
        getDISubprogram(V->getScope())->describes(&MF.getFunction()))
      addParameter(Entries);
    for (const DbgValueHistoryMap::Entry &E : Entries)
      (E.isDbgValue() ? Before : After).insert(E.getInstr());
  }
  for (const auto &[Label, MI] : Labels)
    Before.insert(MI);
}

/// Requests the labels of a call: its debug info has the address after it, for
/// a tail call its own.
void Requests::addCall(const MachineInstr &MI) {
  if (!MI.isCandidateForAdditionalCallInfo())
    return;
  if (MF.getSubtarget().getInstrInfo()->isTailCall(MI))
    Before.insert(&MI);
  After.insert(&MI);
}

Instructions Requests::place() {
  const DISubprogram *Function = MF.getFunction().getSubprogram();
  bool DescribesCalls = Function && Function->areAllCallsDescribed();
  Instructions Labelled;
  bool HasLabel = true; // The function's label.
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB.instrs()) {
      if (DescribesCalls)
        addCall(MI);
      HasLabel |= Before.contains(&MI) && !AtBegin.contains(&MI);
      if (HasLabel)
        Labelled.insert(&MI);
      // A label is shared up to the next code.
      if (!MI.isMetaInstruction())
        HasLabel = false;
      HasLabel |= After.contains(&MI);
    }
  return Labelled;
}

Instructions udpc::labelledInstructions(const MachineFunction &MF) {
  return Requests(MF).place();
}
