//===- Padding.cpp - NOPs that align blocks -------------------------------===//

#include "passes/profile/Padding.h"
#include "passes/profile/PlainLayout.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace udpc;

/// The longest NOP that LLVM's assembler makes for the processor.
static unsigned longestNop(const MachineFunction &MF) {
  constexpr std::pair<StringLiteral, unsigned> Lengths[] = {
      {"+fast-7bytenop", 7}, {"+fast-15bytenop", 15}, {"+fast-11bytenop", 11}};
  for (auto [Feature, Length] : Lengths)
    if (MF.getSubtarget().checkFeatures(Feature.str()))
      return Length;
  return 10;
}

NopsOfBlocks udpc::nopsOfBlocks(const MachineFunction &MF,
                                const FunctionLayout &Layout) {
  NopsOfBlocks Result;
  unsigned Longest = longestNop(MF);
  uint32_t End = 0;
  for (const MachineBasicBlock &MBB : MF) {
    bool IsFirst = true;
    for (const MachineInstr &MI : MBB.instrs()) {
      auto It = Layout.Extents.find(&MI);
      if (It == Layout.Extents.end())
        continue;
      if (IsFirst && It->second.Offset > End)
        Result[&MBB] = divideCeil(It->second.Offset - End, Longest);
      IsFirst = false;
      End = It->second.Offset + It->second.Size;
    }
  }
  return Result;
}
