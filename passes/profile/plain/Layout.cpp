//===- Layout.cpp - Code layout without instrumentation -------------------===//
//
// Instructions are encoded, jumps relaxed, and functions and blocks aligned as
// the assembler does: jumps grow until all reach, and never shrink. Functions
// are laid out in sequence, since each is released before the next one exists.
// So a jump to a later function is assumed to be long, unless that is the next
// one, whose start is known.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/profile/plain/InstructionSizes.h"
#include "passes/profile/plain/PlainBuild.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

namespace {

struct PlacedInstruction {
  const MachineInstr *MI;
  uint32_t Offset; ///< Distance from the function's start.
  uint32_t Size;
};

struct PlacedBlock {
  const MachineBasicBlock *MBB;
  uint32_t Offset;
  size_t First, End; ///< Indices into PlacedFunction::Instructions.
};

/// A jump in its short form, by index in PlacedFunction.
struct ShortJump {
  size_t Instruction;
  std::optional<size_t> ToBlock;
  const Function *ToFunction; ///< Null if only the linker knows the target.
};

struct PlacedFunction {
  explicit PlacedFunction(const MachineFunction &MF);

  uint64_t place(uint64_t At);
  bool
  growJumps(function_ref<std::optional<uint64_t>(const Function &)> StartOf);
  FunctionLayout layout() const;

  const MachineFunction *MF;
  uint64_t Start = 0; ///< Offset in the section.
  uint32_t Alignment;
  std::vector<PlacedBlock> Blocks;
  std::vector<PlacedInstruction> Instructions;
  std::vector<ShortJump> Jumps;
};

} // namespace

/// Whether the assembler can resolve references to \p F from its section.
static bool isLocalSymbol(const Function &F, const TargetMachine &TM) {
  if (F.hasLocalLinkage())
    return true;
  // The rule of AsmPrinter::getSymbolPreferLocal.
  return F.canBenefitFromLocalAlias() && F.isDSOLocal() &&
         TM.getRelocationModel() != Reloc::Static &&
         F.getParent()->getPIELevel() == PIELevel::Default;
}

constexpr uint32_t ShortSize = 2;

/// The size of the long form of a jump.
static uint32_t longSize(const MachineInstr &MI) {
  return MI.isBarrier() ? 5 : 6;
}

PlacedFunction::PlacedFunction(const MachineFunction &MF) : MF(&MF) {
  // -falign-functions= is in the IR.
  Alignment =
      std::max(MF.getAlignment(), MF.getFunction().getAlign().valueOrOne())
          .value();
  InstructionSizes Sizes(MF);
  DenseMap<const MachineBasicBlock *, size_t> BlockOf;
  for (const MachineBasicBlock &MBB : MF) {
    BlockOf[&MBB] = Blocks.size();
    size_t First = Instructions.size();
    for (const MachineInstr &MI : MBB.instrs())
      if (unsigned Size = Sizes.sizeOf(MI))
        Instructions.push_back({&MI, 0, Size});
    Blocks.push_back({&MBB, 0, First, Instructions.size()});
  }
  for (auto [Index, Placed] : enumerate(Instructions)) {
    if (Placed.Size != ShortSize || !Placed.MI->isTerminator())
      continue;
    for (const MachineOperand &Op : Placed.MI->explicit_operands()) {
      if (Op.isMBB()) {
        Jumps.push_back({Index, BlockOf.lookup(Op.getMBB()), nullptr});
      } else if (Op.isGlobal() || Op.isSymbol()) {
        const auto *To =
            Op.isGlobal() ? dyn_cast<Function>(Op.getGlobal()) : nullptr;
        bool IsLocal = To && isLocalSymbol(*To, MF.getTarget());
        Jumps.push_back({Index, std::nullopt, IsLocal ? To : nullptr});
      }
    }
  }
}

/// The number of bytes up to the next multiple of \p MBB's alignment, or 0 if
/// they are too many.
static uint32_t paddingBefore(const MachineBasicBlock &MBB, uint64_t Offset) {
  uint32_t Padding = offsetToAlignment(Offset, MBB.getAlignment());
  unsigned Most = MBB.getMaxBytesForAlignment();
  return Most && Padding > Most ? 0 : Padding;
}

/// Places the function at \p At. Returns its end.
uint64_t PlacedFunction::place(uint64_t At) {
  Start = At;
  for (PlacedBlock &B : Blocks) {
    if (B.MBB != &MF->front())
      At += paddingBefore(*B.MBB, At);
    B.Offset = At - Start;
    for (size_t I = B.First; I != B.End; ++I) {
      Instructions[I].Offset = At - Start;
      At += Instructions[I].Size;
    }
  }
  return At;
}

/// Lengthens jumps that do not reach. \p StartOf returns the start of another
/// function of the section, if known. Returns whether there were any.
bool PlacedFunction::growJumps(
    function_ref<std::optional<uint64_t>(const Function &)> StartOf) {
  auto Reaches = [&](const ShortJump &Jump) {
    std::optional<uint64_t> Target;
    if (Jump.ToBlock)
      Target = Start + Blocks[*Jump.ToBlock].Offset;
    else if (Jump.ToFunction)
      Target = StartOf(*Jump.ToFunction);
    const PlacedInstruction &I = Instructions[Jump.Instruction];
    return Target && isInt<8>(static_cast<int64_t>(*Target) -
                              static_cast<int64_t>(Start + I.Offset + I.Size));
  };
  bool HasChanged = false;
  llvm::erase_if(Jumps, [&](const ShortJump &Jump) {
    if (Reaches(Jump))
      return false;
    PlacedInstruction &I = Instructions[Jump.Instruction];
    I.Size = longSize(*I.MI);
    return HasChanged = true;
  });
  return HasChanged;
}

/// The size of the longest NOP that LLVM's assembler makes for the processor.
static unsigned longestNop(const MachineFunction &MF) {
  constexpr std::pair<StringLiteral, unsigned> Lengths[] = {
      {"+fast-7bytenop", 7}, {"+fast-15bytenop", 15}, {"+fast-11bytenop", 11}};
  for (auto [Feature, Length] : Lengths)
    if (MF.getSubtarget().checkFeatures(Feature.str()))
      return Length;
  return 10;
}

FunctionLayout PlacedFunction::layout() const {
  FunctionLayout Result;
  Result.Alignment = Alignment;
  unsigned Longest = longestNop(*MF);
  for (const PlacedBlock &B : Blocks) {
    // The NOPs of an empty block belong to the next one.
    if (B.First == B.End)
      continue;
    uint32_t Start = Instructions[B.First].Offset;
    if (Start > Result.Size)
      Result.NumNops[B.MBB] = divideCeil(Start - Result.Size, Longest);
    for (size_t I = B.First; I != B.End; ++I) {
      const PlacedInstruction &P = Instructions[I];
      Result.Extents[P.MI] = {P.Offset, P.Size};
      Result.Size = P.Offset + P.Size;
    }
  }
  return Result;
}

CodeLayout::SectionKey CodeLayout::sectionOf(const Function &F, bool IsAlone) {
  return {F.getSection(), F.getSectionPrefix(), F.getComdat(),
          IsAlone ? &F : nullptr};
}

/// The function after \p F in its section, if it is found soon.
const Function *CodeLayout::functionAfter(const Function &F, bool IsAlone) {
  if (IsAlone)
    return nullptr;
  constexpr unsigned Most = 32;
  auto Next = F.getIterator(), End = F.getParent()->end();
  for (unsigned I = 0; ++Next != End && I != Most; ++I)
    if (!Next->isDeclarationForLinker() &&
        sectionOf(*Next, false) == sectionOf(F, false))
      return &*Next;
  return nullptr;
}

/// The alignment of the code of \p F, which need not exist yet, in the section
/// of \p MF.
static Align alignmentOf(const Function &F, const MachineFunction &MF) {
  const TargetLowering &Target = *MF.getSubtarget().getTargetLowering();
  Align Least = Target.getMinFunctionAlignment();
  if (!F.hasOptSize())
    Least = std::max(Least, Target.getPrefFunctionAlignment());
  return std::max(Least, F.getAlign().valueOrOne());
}

FunctionLayout CodeLayout::add(const MachineFunction &MF) {
  const Function &F = MF.getFunction();
  bool IsAlone = MF.getTarget().getFunctionSections();
  Section &In = Sections[sectionOf(F, IsAlone)];
  const Function *Next = functionAfter(F, IsAlone);
  PlacedFunction Placed(MF);
  uint64_t Start = alignTo(In.End, Placed.Alignment), End;
  In.Starts[&F] = Start;
  auto StartOf = [&](const Function &To) -> std::optional<uint64_t> {
    if (&To == Next)
      return alignTo(End, alignmentOf(To, MF));
    auto It = In.Starts.find(&To);
    return It == In.Starts.end() ? std::nullopt : std::optional(It->second);
  };
  do
    End = Placed.place(Start);
  while (Placed.growJumps(StartOf));
  In.End = End;
  return Placed.layout();
}

FunctionLayout udpc::layOut(const MachineFunction &MF) {
  return CodeLayout().add(MF);
}
