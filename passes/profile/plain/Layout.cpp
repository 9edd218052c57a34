//===- Layout.cpp - Code layout without instrumentation -------------------===//
//
// Instructions are encoded, jumps relaxed, and functions and blocks aligned as
// the assembler does.
//
//===----------------------------------------------------------------------===//

#include "passes/profile/plain/InstructionSizes.h"
#include "passes/profile/plain/PlainBuild.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace udpc;

namespace {

struct PlacedInstruction {
  const MachineInstr *MI;
  uint32_t Offset; ///< From the function's start.
  uint32_t Size;
};

struct PlacedBlock {
  const MachineBasicBlock *MBB;
  uint32_t Offset;
  size_t First, End; ///< In PlacedFunction::Instructions.
};

/// A jump in its short form, by index in PlacedFunction.
struct ShortJump {
  size_t Instruction;
  std::optional<size_t> ToBlock;
  const Function *ToFunction; ///< Else: null if only the linker knows.
};

struct PlacedFunction {
  explicit PlacedFunction(const MachineFunction &MF);

  uint64_t place(uint64_t At);
  FunctionLayout layout() const;

  const MachineFunction *MF;
  uint64_t Start = 0; ///< In the section.
  uint32_t Alignment;
  std::vector<PlacedBlock> Blocks;
  std::vector<PlacedInstruction> Instructions;
  std::vector<ShortJump> Jumps;
};

/// Functions in sequence. Jumps grow until all reach, and never shrink, as in
/// the assembler.
class Section {
public:
  explicit Section(ArrayRef<const MachineFunction *> Functions);

  ModuleLayout layout() const;

private:
  void place();
  bool growJumps();
  bool reaches(const PlacedFunction &From, const ShortJump &Jump) const;

  std::vector<PlacedFunction> Placed;
  DenseMap<const Function *, size_t> IndexOf;
};

} // namespace

/// Whether the assembler can resolve references to \p F from its section.
static bool isLocalSymbol(const Function &F, const TargetMachine &TM) {
  if (F.hasLocalLinkage())
    return true;
  // As AsmPrinter::getSymbolPreferLocal.
  return F.canBenefitFromLocalAlias() && F.isDSOLocal() &&
         TM.getRelocationModel() != Reloc::Static &&
         F.getParent()->getPIELevel() == PIELevel::Default;
}

constexpr uint32_t ShortSize = 2;

/// The long form of a jump.
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

/// Returns where the function ends that starts at \p At.
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

Section::Section(ArrayRef<const MachineFunction *> Functions) {
  for (const MachineFunction *MF : Functions) {
    IndexOf[&MF->getFunction()] = Placed.size();
    Placed.emplace_back(*MF);
  }
  do
    place();
  while (growJumps());
}

void Section::place() {
  uint64_t End = 0;
  for (PlacedFunction &F : Placed)
    End = F.place(alignTo(End, F.Alignment));
}

bool Section::reaches(const PlacedFunction &From, const ShortJump &Jump) const {
  uint64_t Target;
  if (Jump.ToBlock) {
    Target = From.Start + From.Blocks[*Jump.ToBlock].Offset;
  } else {
    auto It = IndexOf.find(Jump.ToFunction);
    if (It == IndexOf.end())
      return false;
    Target = Placed[It->second].Start;
  }
  const PlacedInstruction &I = From.Instructions[Jump.Instruction];
  return isInt<8>(static_cast<int64_t>(Target) -
                  static_cast<int64_t>(From.Start + I.Offset + I.Size));
}

/// Returns whether there were any that do not reach.
bool Section::growJumps() {
  bool HasChanged = false;
  for (PlacedFunction &F : Placed)
    llvm::erase_if(F.Jumps, [&](const ShortJump &Jump) {
      if (reaches(F, Jump))
        return false;
      PlacedInstruction &I = F.Instructions[Jump.Instruction];
      I.Size = longSize(*I.MI);
      return HasChanged = true;
    });
  return HasChanged;
}

/// The longest NOP that LLVM's assembler makes for the processor.
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
    // The NOPs of an empty block are the next one's.
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

ModuleLayout Section::layout() const {
  ModuleLayout Result;
  for (const PlacedFunction &F : Placed)
    Result[F.MF] = F.layout();
  return Result;
}

ModuleLayout udpc::layOut(ArrayRef<const MachineFunction *> Functions) {
  return Section(Functions).layout();
}

FunctionLayout udpc::layOut(const MachineFunction &MF) {
  return std::move(layOut(ArrayRef(&MF)).begin()->second);
}

ModuleLayout udpc::layOut(const Module &M, MachineModuleInfo &MMI) {
  // What decides the section of a function.
  using Place = std::tuple<StringRef, std::optional<StringRef>, const Comdat *,
                           const Function *>;
  MapVector<Place, std::vector<const MachineFunction *>> Sections;
  bool IsAlone = MMI.getTarget().getFunctionSections();
  for (const Function &F : M)
    if (const MachineFunction *MF = MMI.getMachineFunction(F))
      Sections[{F.getSection(), F.getSectionPrefix(), F.getComdat(),
                IsAlone ? &F : nullptr}]
          .push_back(MF);
  ModuleLayout Result;
  for (const auto &[Place, Functions] : Sections)
    for (auto &[MF, Layout] : layOut(Functions))
      Result[MF] = std::move(Layout);
  return Result;
}
