//===- ShortenCounts.cpp - Short instructions for counts ------------------===//
//
// `incq %fs:slot@tpoff` has 9 bytes on x86-64, `incq %fs:8(%rax)` has 5, `incq
// %fs:(%rax)` has 4, and `movq $slot@tpoff, %rax`, which accesses no memory and
// changes no flags, 7. So where a register is free, two or more counts use it
// as their base. The slots of a function are adjacent (MergeCounts.cpp), within
// reach of a displacement of one byte.
//
// A base is loaded before a count, or at the end of a block. It serves counts
// that this point dominates, as long as the register is free on all paths
// there. The points that save most bytes are chosen first. Only registers that
// the function may change without saving them are used. By the expected
// frequencies, a load is executed at most as often as the counts that it
// serves, or hardly ever.
//
// AddressPlan.h places loads of addresses for the counters of cost profiles,
// and is no help here: its counters cannot do without the address, so that a
// minimum cut of executions decides. A count here works without a base, which
// saves bytes only; what decides is how many counts a load reaches.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#include "passes/lowering/unit/SlotStorage.h"
#include "passes/machine/BasePoints.h"
#include "passes/machine/MachinePasses.h"
#include "passes/target/LiveRegisters.h"
#include "passes/target/X86Code.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Statistic.h"
#include "llvm/CodeGen/MachineFunctionPass.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <queue>

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc"

STATISTIC(NumShort, "Number of counts that use a base register");
STATISTIC(NumBases, "Number of loads of base registers for counts");

/// The sizes, in bytes, of a load and of what it saves for each count.
static constexpr int LoadSize = 7, Saved = 4;
/// Bytes saved with R12, which takes a byte more as a base.
static constexpr int SavedByR12 = 3, R12 = 12;
/// The maximum distance between the first and the last slot that one base
/// reaches.
static constexpr int64_t MaxDistance = 255 / 8 * 8;
/// The maximum number of executions of a load, relative to those of the counts
/// that it serves, if these are at least three, and to those of the function's
/// entry.
static constexpr double MaxOfCounts = 1, MaxOfEntries = 0.1;
static constexpr size_t MinCounts = 3;
/// The minimum of saved bytes for each execution of the load in a call of the
/// function. It makes loads in loops rare.
static constexpr double MinBytes = 2;

namespace {

/// A load at some point, and the points it serves.
struct Choice {
  int SavedBytes = 0, Register = 0;
  std::vector<unsigned> Served;
};

class Shortener {
public:
  Shortener(MachineFunction &MF, const GlobalValue &Slots)
      : MF(MF), Code(X86Code::get(MF)), Slots(Slots), Points(MF, Slots) {}

  bool run() {
    // Ordered by bytes, then by the order of the code. Other choices can only
    // reduce what a point saves.
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
      // The point may serve others by another register or base.
      Queue.push(Now);
    }
    return Changed;
  }

private:
  /// The maximum that a point saves, and its negated index.
  using Candidate = std::pair<int, int>;

  MachineFunction &MF;
  const X86Code &Code;
  const GlobalValue &Slots;
  BasePoints Points;
  std::vector<unsigned> Served; ///< Points that bestAt()'s register serves.

  /// The points from which enough counts can be reached that a base may save
  /// something; most functions have few.
  std::priority_queue<Candidate> candidates() const {
    std::priority_queue<Candidate> Result;
    /// The number of counts in the blocks that a block dominates.
    std::vector<int> Counts(Points.numBlocks());
    for (const MachineDomTreeNode *Node :
         post_order(Points.dominators().getRootNode())) {
      const MachineBasicBlock *MBB = Node->getBlock();
      int &Count = Counts[MBB->getNumber()];
      for (const MachineDomTreeNode *Child : Node->children())
        Count += Counts[Child->getBlock()->getNumber()];
      for (unsigned I : reverse(Points.in(*MBB))) {
        Count += Points[I].needsBase();
        int Bytes = Count * Saved - LoadSize;
        if (Bytes > 0 && mayBeRareEnough(Points[I], Count, Bytes))
          Result.push({Bytes, -int(I)});
      }
    }
    return Result;
  }

  /// Whether a load is rare enough for some set of \p NumServed counts.
  bool mayBeRareEnough(const BasePoint &P, size_t NumServed,
                       int SavedBytes) const {
    double Load = double(P.Frequency);
    double Entry = Points.entryFrequency();
    return (NumServed >= MinCounts && MinBytes * Load <= SavedBytes * Entry) ||
           Load <= MaxOfEntries * Entry;
  }

  bool isRareEnough(const BasePoint &P, ArrayRef<unsigned> Served,
                    int SavedBytes) const {
    double Load = double(P.Frequency), Counts = 0;
    double Entry = Points.entryFrequency();
    for (unsigned I : Served)
      Counts += double(Points[I].Frequency);
    return mayBeRareEnough(P, Served.size(), SavedBytes) &&
           (Load <= MaxOfCounts * Counts || Load <= MaxOfEntries * Entry);
  }

  /// The choice that saves most by a load at \p At.
  Choice bestAt(unsigned At) {
    Choice Best;
    const BasePoint &P = Points[At];
    if (P.IsShort)
      return Best;
    BasePoints::Reached All = Points.reach(At);
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
        // A load before a count must serve this count, too.
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

  /// The slot that most of the points access, among those from which all are in
  /// reach: the base itself needs no displacement.
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

  void load(BasePoint &At, const Choice &C) {
    int64_t Base = baseFor(C.Served);
    MachineBasicBlock &MBB = *At.Before->getParent();
    MCRegister Reg = Code.General[C.Register];
    BuildMI(MBB, At.Before, At.Before->getDebugLoc(),
            MF.getSubtarget().getInstrInfo()->get(Code.MOV64ri32), Reg)
        .addGlobalAddress(&Slots, Base, Code.ThreadOffset);
    ++NumBases;
    SmallPtrSet<MachineBasicBlock *, 16> Live = {&MBB};
    for (unsigned I : C.Served) {
      BasePoint &P = Points[I];
      P.IsShort = true;
      P.Before->getOperand(P.Operand).setReg(Reg);
      P.Before->getOperand(P.Operand + 3).ChangeToImmediate(P.Offset - Base);
      ++NumShort;
      addLiveIns(*P.Before->getParent(), Reg, Live);
    }
    for (MachineBasicBlock *B : Live)
      Points.forget(*B);
  }

  /// Makes \p Reg live at the start of \p MBB, and from a load in one of the
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
  SmallPtrSet<const GlobalValue *, 2> Slots; ///< The module's slots.

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

/// The slots that at least two instructions access. Several modules may have
/// been linked into one.
const GlobalValue *ShortenCounts::slotsIn(const MachineFunction &MF) const {
  unsigned NumAccesses = 0;
  for (const MachineBasicBlock &MBB : MF)
    for (const MachineInstr &MI : MBB)
      if (MI.mayLoadOrStore())
        for (const MachineOperand &Op : MI.operands())
          if (Op.isGlobal() && Slots.contains(Op.getGlobal()) &&
              ++NumAccesses == 2)
            return Op.getGlobal();
  return nullptr; // For a single access a load saves nothing.
}

bool ShortenCounts::runOnMachineFunction(MachineFunction &MF) {
  const TargetMachine &TM = MF.getTarget();
  if (Slots.empty() || TM.getOptLevel() == CodeGenOptLevel::None ||
      !isLivenessKnown(MF) ||
      // The attribute zeroes the changed registers before returns.
      MF.getFunction().hasFnAttribute("zero-call-used-regs"))
    return false;
  const GlobalValue *Used = slotsIn(MF);
  return Used && Shortener(MF, *Used).run();
}

FunctionPass *udpc::createShortenCountsPass() { return new ShortenCounts(); }
