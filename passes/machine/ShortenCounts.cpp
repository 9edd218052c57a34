//===- ShortenCounts.cpp - Short instructions for counts ------------------===//
//
// `incq %fs:slot@tpoff` has 9 bytes on x86-64, `incq %fs:8(%rax)` has 5,
// `incq %fs:(%rax)` has 4, and `movq $slot@tpoff, %rax`, which takes no memory
// access and no flags, 7. So
// where a register is free, two counts and more use it as their base. The
// slots of a function are neighbours (MergeCounts.cpp), within reach of a
// displacement of one byte.
//
// A base is loaded before a count, or at the end of a block. It serves counts
// that this point dominates, as long as the register is free on all paths
// there. The points that save most bytes are chosen first. Only registers that
// the function may change without saving them are used, and a load is executed
// at most as often as the counts that it serves, by the expected frequencies,
// or hardly ever.
//
//===----------------------------------------------------------------------===//

#include "passes/lowering/Lowering.h"
#include "passes/machine/MachinePasses.h"
#include "passes/target/LiveRegisters.h"
#include "passes/target/X86Code.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineBlockFrequencyInfo.h"
#include "llvm/CodeGen/MachineBranchProbabilityInfo.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/MachineInstrBundle.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <optional>
#include <queue>

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc"

STATISTIC(NumShort, "Number of counts that use a base register");
STATISTIC(NumBases, "Number of loads of base registers for counts");

/// In bytes.
static constexpr int LoadSize = 7, Saved = 4;
/// R12 as a base takes a byte more.
static constexpr int SavedByR12 = 3, R12 = 12;
/// From the first to the last slot that one base reaches.
static constexpr int64_t MaxDistance = 255 / 8 * 8;
/// Executions of a load: of those of the counts that it serves, if these are
/// three and more, and of the function's entry.
static constexpr double MaxOfCounts = 1, MaxOfEntries = 0.1;
static constexpr size_t MinCounts = 3;
/// For each execution in a call of the function: so rarely in loops.
static constexpr double MinBytes = 2;
/// Blocks that are searched for what a base serves.
static constexpr size_t MaxBlocks = 256;

namespace {

/// Where a base may be loaded: before an instruction that accesses a slot, or
/// before the terminators of a block.
struct Point {
  MachineInstr *Before;
  uint64_t Frequency;
  /// The first of the five operands of the slot's address; None: no access.
  unsigned Operand = None;
  int64_t Offset = 0; ///< Of the slot.
  bool IsShort = false;
  /// By X86Code's register numbers: what is free here, and what the
  /// instructions since the point before in the block, or its start, change.
  uint16_t Free = 0, Changed = 0;

  static constexpr unsigned None = ~0u;
  bool needsBase() const { return Operand != None && !IsShort; }
};

struct Block {
  SmallVector<unsigned, 4> Points;
  /// Whether it has been examined what changes registers, and where they are
  /// free.
  bool IsChangedKnown = false, IsFreeKnown = false;
  /// What all of it changes, and what follows the last point.
  uint16_t Changed = 0, ChangedAtEnd = 0;
};

/// A load at some point, and the points it serves.
struct Choice {
  int SavedBytes = 0, Register = 0;
  std::vector<unsigned> Served;
};

class Shortener {
public:
  Shortener(MachineFunction &MF, const GlobalValue &Slots)
      : MF(MF), Code(X86Code::get(MF)), Slots(Slots),
        Blocks(MF.getNumBlockIDs()), AtBegin(MF.getNumBlockIDs()),
        Dominators(MF), Loops(Dominators),
        Frequencies(MF, Probabilities, Loops) {
    for (auto [Number, Reg] : enumerate(Code.General))
      if (mayChangeWhereFree(MF, Reg))
        Usable |= 1 << Number;
  }

  bool run() {
    for (MachineBasicBlock &MBB : MF)
      addPoints(MBB);
    // By bytes, then in the order of the code. What a point saves can only
    // become less by other choices.
    std::priority_queue<Candidate> Queue = candidates();
    bool Changed = false;
    while (!Queue.empty()) {
      int Minus = Queue.top().second;
      Queue.pop();
      Choice C = bestAt(-Minus);
      if (C.SavedBytes <= 0)
        continue;
      Candidate Now(C.SavedBytes, Minus);
      if (!Queue.empty() && Now < Queue.top()) {
        Queue.push(Now);
        continue;
      }
      load(Points[-Minus], C);
      Changed = true;
      // It may serve others by another register or base.
      Queue.push(Now);
    }
    return Changed;
  }

private:
  /// How much a point saves, at most, and its negated index.
  using Candidate = std::pair<int, int>;
  /// A point, and the registers that have the same value there.
  using Reached = std::vector<std::pair<unsigned, uint16_t>>;

  MachineFunction &MF;
  const X86Code &Code;
  const GlobalValue &Slots;
  uint16_t Usable = 0;
  std::vector<Point> Points;
  std::vector<Block> Blocks; ///< By number.
  /// By block: what has the same value at its begin as at the start of the
  /// present search. Zero between searches.
  std::vector<uint16_t> AtBegin;
  MachineDominatorTree Dominators;
  MachineLoopInfo Loops;
  MachineBranchProbabilityInfo Probabilities;
  MachineBlockFrequencyInfo Frequencies;
  std::vector<unsigned> Served; ///< By the register that bestAt() looks at.

  /// Most blocks of a function that counts in few are never asked for.
  const Block &infoOf(const MachineBasicBlock &MBB) {
    Block &B = Blocks[MBB.getNumber()];
    if (!B.IsChangedKnown)
      findChanged(MBB, B);
    return B;
  }

  /// The points from which so many counts can be reached that a base may save
  /// something: in most functions few of them.
  std::priority_queue<Candidate> candidates() const {
    std::priority_queue<Candidate> Result;
    std::vector<int> Counts(Blocks.size()); ///< In what a block dominates.
    for (const MachineDomTreeNode *Node :
         post_order(Dominators.getRootNode())) {
      const MachineBasicBlock *MBB = Node->getBlock();
      int &Count = Counts[MBB->getNumber()];
      for (const MachineDomTreeNode *Child : Node->children())
        Count += Counts[Child->getBlock()->getNumber()];
      for (unsigned I : reverse(Blocks[MBB->getNumber()].Points)) {
        Count += Points[I].needsBase();
        int Bytes = Count * Saved - LoadSize;
        if (Bytes > 0 && mayBeRareEnough(Points[I], Count, Bytes))
          Result.push({Bytes, -int(I)});
      }
    }
    return Result;
  }

  void addPoints(MachineBasicBlock &MBB) {
    if (!Dominators.isReachableFromEntry(&MBB))
      return;
    uint64_t Frequency = Frequencies.getBlockFreq(&MBB).getFrequency();
    auto Add = [&](Point P) {
      Blocks[MBB.getNumber()].Points.push_back(Points.size());
      Points.push_back(P);
    };
    for (MachineInstr &MI : make_range(MBB.begin(), MBB.getFirstTerminator()))
      if (std::optional<unsigned> Operand = slotOperand(MI))
        Add({&MI, Frequency, *Operand,
             MI.getOperand(*Operand + 3).getOffset()});
    // Before a branch between blocks that may count.
    if (MBB.succ_size() > 1 && MBB.getFirstTerminator() != MBB.end())
      Add({&*MBB.getFirstTerminator(), Frequency});
  }

  /// The operand that the address of a slot begins with, if it has no base yet.
  std::optional<unsigned> slotOperand(const MachineInstr &MI) const {
    auto IsRegister = [&](unsigned Operand, MCRegister Reg) {
      return MI.getOperand(Operand).isReg() &&
             MI.getOperand(Operand).getReg() == Reg;
    };
    if (!MI.mayLoadOrStore() || MI.isInlineAsm())
      return std::nullopt;
    for (unsigned I = 0; I + 4 < MI.getNumOperands(); ++I) {
      const MachineOperand &Offset = MI.getOperand(I + 3);
      if (Offset.isGlobal() && Offset.getGlobal() == &Slots &&
          Offset.getTargetFlags() == Code.ThreadOffset &&
          IsRegister(I, MCRegister()) && IsRegister(I + 2, MCRegister()) &&
          IsRegister(I + 4, Code.FS))
        return I;
    }
    return std::nullopt;
  }

  /// Of a bundle, such as a call and the check of its callee, too.
  uint16_t changedBy(const MachineInstr &MI) const {
    uint16_t Registers = 0;
    bool IsKnown = !MI.isCall();
    for (const MachineOperand &Op : const_mi_bundle_ops(MI)) {
      if (Op.isRegMask()) {
        IsKnown = true;
        for (unsigned I = 0; I != X86Code::NumRegisters; ++I)
          if (Op.clobbersPhysReg(Code.General[I]))
            Registers |= 1 << I;
      } else if (Op.isReg() && Op.isDef()) {
        if (int I = Code.number(Op.getReg()); I >= 0)
          Registers |= 1 << I;
      }
    }
    // Programs have assembly that does not tell all that it changes, such as
    // system calls without RCX and R11, and -fsplit-stack's calls do not.
    return IsKnown && !hasAssembly(MI) ? Registers : ~0;
  }

  static bool hasAssembly(const MachineInstr &MI) {
    return any_of(make_range(getBundleStart(MI.getIterator()),
                             getBundleEnd(MI.getIterator())),
                  [](const MachineInstr &I) { return I.isInlineAsm(); });
  }

  /// Finds out what changes in \p MBB.
  void findChanged(const MachineBasicBlock &MBB, Block &B) {
    B.IsChangedKnown = true;
    B.Changed = 0;
    uint16_t Changed = 0;
    auto Next = B.Points.begin();
    for (const MachineInstr &MI : MBB) {
      if (Next != B.Points.end() && Points[*Next].Before == &MI) {
        B.Changed |= Changed;
        Points[*Next++].Changed = std::exchange(Changed, 0);
      }
      Changed |= changedBy(MI);
    }
    B.Changed |= Changed;
    B.ChangedAtEnd = Changed;
  }

  /// Finds out what is free at the points of a block.
  void findFree(Block &B) {
    B.IsFreeKnown = true;
    LiveRegisters Live;
    for (unsigned I : reverse(B.Points)) {
      const LiveRegUnits &Units = Live.before(*Points[I].Before);
      Points[I].Free = 0;
      for (unsigned R = 0; R != X86Code::NumRegisters; ++R)
        if ((Usable >> R & 1) && Units.available(Code.General[R]))
          Points[I].Free |= 1 << R;
    }
  }

  /// The points where registers have what they would be loaded with at \p
  /// From. No code of the program uses them there: they are free at From.
  Reached reach(unsigned From) {
    MachineBasicBlock &Start = *Points[From].Before->getParent();
    if (Block &B = Blocks[Start.getNumber()]; !B.IsFreeKnown)
      findFree(B);
    const Block &B = infoOf(Start);
    uint16_t Same = Points[From].Free;
    Reached Result = {{From, Same}};
    if (!Same)
      return Result;
    for (unsigned I : make_range(find(B.Points, From) + 1, B.Points.end())) {
      Same &= ~Points[I].Changed;
      Result.push_back({I, Same});
    }
    Same &= ~B.ChangedAtEnd;
    if (Same)
      reachDominated(Start, Same, Result);
    return Result;
  }

  /// The greatest solution of: what a block begins with is what all blocks
  /// before it end with.
  void reachDominated(MachineBasicBlock &Start, uint16_t AtEnd,
                      Reached &Result) {
    SmallVector<MachineBasicBlock *> Dominated;
    SmallVector<MachineDomTreeNode *> Work = {Dominators.getNode(&Start)};
    while (!Work.empty() && Dominated.size() < MaxBlocks)
      for (MachineDomTreeNode *Node : Work.pop_back_val()->children()) {
        MachineBasicBlock *MBB = Node->getBlock();
        // Control comes there from the middle of a block.
        if (MBB->isEHPad() || MBB->isInlineAsmBrIndirectTarget())
          continue;
        Dominated.push_back(MBB);
        AtBegin[MBB->getNumber()] = AtEnd;
        if (AtEnd & ~infoOf(*MBB).Changed)
          Work.push_back(Node);
      }
    auto EndOf = [&](const MachineBasicBlock *MBB) -> uint16_t {
      if (MBB == &Start)
        return AtEnd;
      return AtBegin[MBB->getNumber()] & ~infoOf(*MBB).Changed;
    };
    for (bool Changes = true; Changes;) {
      Changes = false;
      for (MachineBasicBlock *MBB : Dominated) {
        uint16_t Same = AtEnd;
        for (MachineBasicBlock *Before : MBB->predecessors())
          Same &= EndOf(Before);
        Changes |= std::exchange(AtBegin[MBB->getNumber()], Same) != Same;
      }
    }
    for (MachineBasicBlock *MBB : Dominated) {
      uint16_t Same = std::exchange(AtBegin[MBB->getNumber()], 0);
      for (unsigned I : infoOf(*MBB).Points)
        if (Same &= ~Points[I].Changed)
          Result.push_back({I, Same});
    }
  }

  /// Whether a load is, for any counts of this number.
  bool mayBeRareEnough(const Point &P, size_t NumServed, int SavedBytes) const {
    double Load = double(P.Frequency);
    double Entry = double(Frequencies.getEntryFreq().getFrequency());
    return (NumServed >= MinCounts && MinBytes * Load <= SavedBytes * Entry) ||
           Load <= MaxOfEntries * Entry;
  }

  bool isRareEnough(const Point &P, ArrayRef<unsigned> Served,
                    int SavedBytes) const {
    double Load = double(P.Frequency), Counts = 0;
    double Entry = double(Frequencies.getEntryFreq().getFrequency());
    for (unsigned I : Served)
      Counts += double(Points[I].Frequency);
    return mayBeRareEnough(P, Served.size(), SavedBytes) &&
           (Load <= MaxOfCounts * Counts || Load <= MaxOfEntries * Entry);
  }

  /// What saves most by a load at \p At.
  Choice bestAt(unsigned At) {
    Choice Best;
    const Point &P = Points[At];
    if (P.IsShort)
      return Best;
    Reached All = reach(At);
    erase_if(All, [&](auto &R) { return !Points[R.first].needsBase(); });
    llvm::sort(All, [&](auto &A, auto &B) {
      return std::pair(Points[A.first].Offset, A.first) <
             std::pair(Points[B.first].Offset, B.first);
    });
    for (int R = 0; R != X86Code::NumRegisters; ++R) {
      if (!(P.Free >> R & 1))
        continue;
      int SavedByOne = R == R12 ? SavedByR12 : Saved;
      Served.clear();
      for (auto [I, Same] : All)
        if (Same >> R & 1)
          Served.push_back(I);
      if (int(Served.size()) * SavedByOne - LoadSize <= Best.SavedBytes)
        continue;
      size_t First = 0;
      for (size_t Last = 0; Last != Served.size(); ++Last) {
        int64_t Offset = Points[Served[Last]].Offset;
        while (Offset - Points[Served[First]].Offset > MaxDistance)
          ++First;
        // A load before a count is for this one, too.
        if (P.needsBase() &&
            (P.Offset < Points[Served[First]].Offset || P.Offset > Offset))
          continue;
        auto Some = ArrayRef(Served).slice(First, Last - First + 1);
        int Bytes = int(Some.size()) * SavedByOne - LoadSize;
        if (Bytes > Best.SavedBytes && isRareEnough(P, Some, Bytes))
          Best = {Bytes, R, Some.vec()};
      }
    }
    return Best;
  }

  /// The slot of most of the points, among those from which all are in reach:
  /// the base itself needs no displacement.
  int64_t baseFor(ArrayRef<unsigned> Served) const {
    int64_t Lowest = Points[Served.front()].Offset;
    int64_t Highest = Points[Served.back()].Offset;
    int64_t Base = Lowest + 128;
    size_t Most = 0;
    for (size_t I = 0, Next; I != Served.size(); I = Next) {
      int64_t Offset = Points[Served[I]].Offset;
      for (Next = I; Next != Served.size(); ++Next)
        if (Points[Served[Next]].Offset != Offset)
          break;
      if (Next - I > Most && isInt<8>(Lowest - Offset) &&
          isInt<8>(Highest - Offset)) {
        Most = Next - I;
        Base = Offset;
      }
    }
    return Base;
  }

  void load(Point &At, const Choice &C) {
    int64_t Base = baseFor(C.Served);
    MachineBasicBlock &MBB = *At.Before->getParent();
    MCRegister Reg = Code.General[C.Register];
    BuildMI(MBB, At.Before, At.Before->getDebugLoc(),
            MF.getSubtarget().getInstrInfo()->get(Code.MOV64ri32), Reg)
        .addGlobalAddress(&Slots, Base, Code.ThreadOffset);
    ++NumBases;
    SmallPtrSet<MachineBasicBlock *, 16> Live = {&MBB};
    for (unsigned I : C.Served) {
      Point &P = Points[I];
      P.IsShort = true;
      P.Before->getOperand(P.Operand).setReg(Reg);
      P.Before->getOperand(P.Operand + 3).ChangeToImmediate(P.Offset - Base);
      ++NumShort;
      addLiveIns(*P.Before->getParent(), Reg, Live);
    }
    for (MachineBasicBlock *B : Live) {
      Blocks[B->getNumber()].IsChangedKnown = false;
      Blocks[B->getNumber()].IsFreeKnown = false;
    }
  }

  /// \p Reg is live at the start of \p MBB, and from a load in one of the
  /// blocks in \p Live, where it has been recorded, to there.
  static void addLiveIns(MachineBasicBlock &MBB, MCRegister Reg,
                         SmallPtrSet<MachineBasicBlock *, 16> &Live) {
    SmallVector<MachineBasicBlock *> Work = {&MBB};
    while (!Work.empty()) {
      MachineBasicBlock *B = Work.pop_back_val();
      if (!Live.insert(B).second)
        continue;
      B->addLiveIn(Reg);
      B->sortUniqueLiveIns();
      append_range(Work, B->predecessors());
    }
  }
};

class ShortenCounts : public MachineFunctionPass {
public:
  static char ID;
  ShortenCounts() : MachineFunctionPass(ID) {}

  StringRef getPassName() const override { return "udpc: shorten counts"; }
  void getAnalysisUsage(AnalysisUsage &AU) const override {
    AU.setPreservesAll();
    MachineFunctionPass::getAnalysisUsage(AU);
  }
  bool doInitialization(Module &M) override;
  bool runOnMachineFunction(MachineFunction &MF) override;

private:
  SmallPtrSet<const GlobalValue *, 2> Slots; ///< Of the module.

  const GlobalValue *slotsIn(const MachineFunction &MF) const;
};

} // namespace

char ShortenCounts::ID;

bool ShortenCounts::doInitialization(Module &M) {
  Slots.clear();
  if (!canShortenCounts(M))
    return false;
  for (const GlobalVariable &G : M.globals())
    if (isThreadLocalSlots(G))
      Slots.insert(&G);
  return false;
}

/// The slots that several instructions access. Several modules may have been
/// linked into one.
const GlobalValue *ShortenCounts::slotsIn(const MachineFunction &MF) const {
  unsigned NumAccesses = 0;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      if (MI.mayLoadOrStore())
        for (const MachineOperand &Op : MI.operands())
          if (Op.isGlobal() && Slots.contains(Op.getGlobal()) &&
              ++NumAccesses == 2)
            return Op.getGlobal();
  return nullptr; // A load saves nothing for one.
}

bool ShortenCounts::runOnMachineFunction(MachineFunction &MF) {
  const TargetMachine &TM = MF.getTarget();
  if (Slots.empty() || TM.getOptLevel() == CodeGenOptLevel::None ||
      !isLivenessKnown(MF) ||
      // The registers that it changes have been zeroed where it returns.
      MF.getFunction().hasFnAttribute("zero-call-used-regs"))
    return false;
  const GlobalValue *Used = slotsIn(MF);
  return Used && Shortener(MF, *Used).run();
}

FunctionPass *udpc::createShortenCountsPass() { return new ShortenCounts(); }
