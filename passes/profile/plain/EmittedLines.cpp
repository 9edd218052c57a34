//===- EmittedLines.cpp - Lines of the emitted line table -----------------===//
//
// The rules by which LLVM's DwarfDebug makes rows of the line table from debug
// locations.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/profile/plain/DebugLabels.h"
#include "passes/profile/plain/PlainBuild.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;
using namespace udpc;

namespace {

/// The current row.
class Rows {
public:
  Rows(const MachineFunction &MF, const DISubprogram &Function)
      : Row{Function.getFile(), Function.getScopeLine()},
        LastFile(Function.getFile()), Labelled(labelledInstructions(MF)) {}

  /// The row of NOPs that align a block: they have no line.
  EmittedLine align() {
    Row.Line = 0;
    return Row;
  }

  EmittedLine at(const MachineInstr &MI) {
    const MachineBasicBlock *Block = MI.getParent();
    bool IsTopOfBlock = LastBlock && LastBlock != Block;
    LastBlock = Block;
    bool IsSetup = MI.getFlag(MachineInstr::FrameSetup);
    const DILocation *At = MI.getDebugLoc();
    if (IsSetup || !At) {
      // The previous block may be unrelated. Before the first location, code
      // has the function's first line.
      if (Row.Line &&
          (IsSetup ? IsTopOfBlock
                   : HadPlace && (IsTopOfBlock || Labelled.contains(&MI))))
        Row = {LastFile, 0};
    } else if (At->getLine() || Row.Line) {
      Row = {At->getFile(), At->getLine()};
      if (Row.Line) {
        HadPlace = true;
        LastFile = Row.File;
      }
    }
    return Row;
  }

private:
  EmittedLine Row;
  const DIFile *LastFile; ///< The file of the last row with a line other than
                          ///< 0.
  const MachineBasicBlock *LastBlock = nullptr;
  bool HadPlace = false;
  /// Instructions that debug info references, so that they do not continue the
  /// previous row.
  DenseSet<const MachineInstr *> Labelled;
};

} // namespace

FunctionLines udpc::emittedLines(const MachineFunction &MF) {
  FunctionLines Result;
  const DISubprogram *Function = MF.getFunction().getSubprogram();
  if (!Function)
    return Result;
  Rows Table(MF, *Function);
  for (const MachineBasicBlock &MBB : MF) {
    if (MBB.getAlignment() != Align(1))
      Result.Padding[&MBB] = Table.align();
    for (const MachineInstr &MI : MBB.instrs())
      if (isCode(MI))
        Result.Code[&MI] = Table.at(MI);
  }
  return Result;
}
