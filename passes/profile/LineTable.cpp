//===- LineTable.cpp - Which line an instruction is at --------------------===//

#include "passes/profile/LineTable.h"
#include "passes/profile/Segments.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;
using namespace udpc;

DenseMap<const MachineInstr *, TableLine>
udpc::linesInTable(const MachineFunction &MF) {
  DenseMap<const MachineInstr *, TableLine> Result;
  const DISubprogram *SP = MF.getFunction().getSubprogram();
  TableLine Row;
  if (SP)
    Row = {SP->getFile(), SP->getScopeLine()};
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB.instrs()) {
      if (!isCode(MI))
        continue;
      if (const DILocation *At = MI.getDebugLoc();
          At && !MI.getFlag(MachineInstr::FrameSetup))
        Row = {At->getFile(), At->getLine()};
      Result[&MI] = Row;
    }
  return Result;
}
