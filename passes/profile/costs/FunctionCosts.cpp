//===- FunctionCosts.cpp - Segments and costs of a function ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/profile/costs/FunctionCosts.h"
#include "passes/options/ProfileOptions.h"
#include "passes/profile/costs/BlockCosts.h"
#include "passes/profile/costs/Branches.h"
#include "passes/profile/costs/Jumps.h"
#include "passes/profile/memory/MemoryAccesses.h"
#include "passes/profile/placement/CounterInsertionPoint.h"
#include "passes/profile/plain/PlainBuild.h"
#include "passes/target/MachineCode.h"
#include "passes/target/X86Code.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/CodeGen/MachineDominators.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace llvm;
using namespace udpc;

FunctionCosts::FunctionCosts(MachineFunction &MF, const FunctionLines &Lines,
                             const FunctionLayout &Layout,
                             const FunctionKeys &Keys, bool CountsEdges,
                             UnitCostTable &Unit)
    : MF(MF), Keys(Keys), Unit(Unit), Index(Unit.Table.Functions.size()),
      FirstBlock(Unit.Table.Blocks.size()),
      Segments(findSegments(MF, Layout.NumNops)) {
  if (CountsEdges)
    Edges = findCriticalEdges(Segments);
  addCode();
  placeLines(Lines);
  MachineDominatorTree Dominators(MF);
  MachineLoopInfo Loops(Dominators);
  std::vector<uint32_t> EdgeValues = countSegments(Loops);
  addCosts(Lines);
  addCallees();
  addLoops(Loops);
  if (profileOf(MF.getFunction()).Jumps)
    addJumps(*this, Edges, EdgeValues);
  if (profileOf(MF.getFunction()).simulatesCaches())
    DependencesOf = findLoadDependences(MF, Loops, Dominators);
}

void FunctionCosts::addCode() {
  CostTableBuilder &Table = Unit.Table;
  std::string Symbol = symbolOf(MF);
  abi::CodeRec Code = {};
  Code.Symbol = Table.addString(Symbol);
  Code.Name = Table.addString(demangle(Symbol));
  if (const DISubprogram *SP = MF.getFunction().getSubprogram()) {
    Code.File = Table.addString(pathOf(SP->getFile()));
    Code.Line = SP->getLine();
  }
  const Function &F = MF.getFunction();
  Unit.addFunction(Symbol, /*IsExported=*/!F.hasLocalLinkage());
  for (const User *U : F.users())
    if (const auto *Alias = dyn_cast<GlobalAlias>(U))
      Unit.addFunction(symbolOf(MF, *Alias), !Alias->hasLocalLinkage());
  Code.FirstBlock = FirstBlock;
  Code.NumBlocks = Segments.size();
  Table.Functions.push_back(Code);
  for (const Segment &S : Segments) {
    abi::BlockRec Block = {};
    Block.Function = Index;
    Block.Value = abi::ZeroValue;
    Block.Loop = abi::NoIndex;
    Table.Blocks.push_back(Block);
    for (const MachineInstr *MI : S.Instructions)
      SegmentOf[MI] = &S - Segments.data();
  }
}

void FunctionCosts::placeLines(const FunctionLines &Lines) {
  DenseMap<const DIFile *, std::string> Paths;
  for (const Segment &S : Segments)
    for (const MachineInstr *MI : S.Instructions) {
      EmittedLine At = Lines.Code.lookup(MI);
      // Inserted prefetches are not in the lines of the plain build.
      const DILocation *Own = MI->getDebugLoc();
      if (!At.File && Own)
        At = {Own->getFile(), Own->getLine()};
      auto [It, New] = Paths.try_emplace(At.File);
      if (New)
        It->second = pathOf(At.File);
      Locations[MI] = {Unit.frame(MI->getDebugLoc()),
                       Unit.line(Index, It->second, At.Line)};
    }
}

/// The relative costs of counters: of most, of those that save the flags, and
/// of those out of line, which jump back.
static constexpr uint64_t CostOfCounter = 2, CostOfFlags = 32, CostOfStub = 3;

/// Chooses what to count. The items of the result are the segments without
/// repetitions, then Edges.
CounterPlacement::Result FunctionCosts::placeCounters() const {
  CounterPlacement Placement;
  auto Add = [&](uint64_t Expected, uint64_t Cost) {
    return Placement.add(SaturatingMultiply(Expected, Cost));
  };
  // Repetition segments come last and have no flow.
  for (const auto &[I, S] : enumerate(Segments))
    if (!S.IsRepetition)
      Add(Times.Segments[I],
          counterInsertionPoint(S).FlagsAreLive ? CostOfFlags : CostOfCounter);
  std::set<std::pair<unsigned, unsigned>> Added;
  for (const auto &[I, E] : enumerate(Edges)) {
    unsigned Item = Add(Times.Edges[I], E.Branch ? CostOfStub : CostOfCounter);
    Placement.connect(E.From, Item);
    Placement.connect(Item, E.To);
    Added.insert({E.From, E.To});
  }
  for (const auto &[I, S] : enumerate(Segments)) {
    if (S.IsRepetition)
      continue;
    for (unsigned To : S.Successors)
      if (!Added.count({static_cast<unsigned>(I), To}))
        Placement.connect(I, To);
    if (S.IsEntry)
      Placement.enter(I);
    if (S.IsExit)
      Placement.leave(I);
  }
  return Placement.place();
}

/// The derivations that the counts of the first \p NumWanted items need, in the
/// same order.
static std::vector<const CounterPlacement::Derivation *>
necessary(const CounterPlacement::Result &Chosen, size_t NumWanted) {
  DenseSet<unsigned> Needed;
  std::vector<const CounterPlacement::Derivation *> Result;
  for (const CounterPlacement::Derivation &D : reverse(Chosen.Derived)) {
    if (D.Segment >= NumWanted && !Needed.contains(D.Segment))
      continue;
    Needed.insert_range(D.Plus);
    Needed.insert_range(D.Minus);
    Result.push_back(&D);
  }
  std::reverse(Result.begin(), Result.end());
  return Result;
}

/// Chooses the counters. Returns the values of Edges; those that are not wanted
/// are ZeroValue.
std::vector<uint32_t>
FunctionCosts::countSegments(const MachineLoopInfo &Loops) {
  Times = findExpectedTimes(MF, Segments, Edges, Loops);
  CounterPlacement::Result Chosen = placeCounters();
  unsigned NumFlowing =
      count_if(Segments, [](const Segment &S) { return !S.IsRepetition; });
  // The values of all items.
  std::vector<uint32_t> Values(NumFlowing + Edges.size(), abi::ZeroValue);
  for (unsigned Item : Chosen.Counted) {
    Values[Item] = Unit.newSlot();
    if (Item < NumFlowing)
      Counters.push_back({Item, nullptr, Values[Item]});
    else
      Counters.push_back({Edges[Item - NumFlowing].To,
                          &Edges[Item - NumFlowing], Values[Item]});
  }
  auto SumOf = [&](ArrayRef<unsigned> Terms) {
    uint32_t Sum = abi::ZeroValue;
    for (unsigned Item : Terms)
      Sum = Unit.sum(Sum, Values[Item]);
    return Sum;
  };
  bool WantsEdges = profileOf(MF.getFunction()).Jumps;
  for (const CounterPlacement::Derivation *D :
       necessary(Chosen, WantsEdges ? Values.size() : NumFlowing)) {
    uint32_t Plus = SumOf(D->Plus);
    Values[D->Segment] = Unit.difference(Plus, SumOf(D->Minus));
  }
  for (unsigned I = 0; I != Segments.size(); ++I) {
    uint32_t &Value = Unit.Table.Blocks[FirstBlock + I].Value;
    if (I < NumFlowing) {
      Value = Values[I];
    } else {
      Value = Unit.newSlot();
      Counters.push_back({I, nullptr, Value});
    }
  }
  return {Values.begin() + NumFlowing, Values.end()};
}

namespace {

/// The costs of one execution of a segment at one place.
struct CostSums {
  unsigned Ir = 0, Dr = 0, Dw = 0, Bc = 0, Bi = 0;

  bool any() const { return Ir || Dr || Dw || Bc || Bi; }
};

} // namespace

/// Moves as much of \p From to \p To as that can hold.
template <typename T> static void moveTo(T &To, unsigned &From) {
  To = std::min<unsigned>(From, std::numeric_limits<T>::max());
  From -= To;
}

/// Appends a record of \p Sums, or several if one cannot hold them.
static void addCost(std::vector<abi::CostRec> &Costs, abi::CostRec Rec,
                    CostSums Sums) {
  while (Sums.any()) {
    moveTo(Rec.Ir, Sums.Ir);
    moveTo(Rec.Dr, Sums.Dr);
    moveTo(Rec.Dw, Sums.Dw);
    moveTo(Rec.Bc, Sums.Bc);
    moveTo(Rec.Bi, Sums.Bi);
    Costs.push_back(Rec);
  }
}

void FunctionCosts::addCosts(const FunctionLines &Lines) {
  for (const Segment &S : Segments) {
    MapVector<std::pair<uint32_t, uint32_t>, CostSums> At;
    abi::BlockRec &Block = Unit.Table.Blocks[blockOf(S)];
    for (const MachineInstr *MI : S.Instructions) {
      CostLocation P = Locations.lookup(MI);
      CostSums &Sum = At[{P.Frame, P.Line}];
      Sum.Ir += instructionsOf(*MI);
      BranchCounts Branches = branchCountsOf(*MI, S.IsRepetition);
      Sum.Bc += Branches.Conditional;
      Sum.Bi += Branches.Indirect;
      Block.NumCalls += MI->isCall();
      // The accesses of a repeated instruction belong to its repetitions.
      if (isRepeated(*MI) && !S.IsRepetition)
        continue;
      AccessCounts Accesses = accessCountsOf(*MI);
      Sum.Dr += Accesses.Reads;
      Sum.Dw += Accesses.Writes;
    }
    if (S.NumNops) {
      EmittedLine Line = Lines.Padding.lookup(S.Block);
      At[{abi::NoIndex, Unit.line(Index, pathOf(Line.File), Line.Line)}].Ir +=
          S.NumNops;
    }
    Block.FirstCost = Unit.Table.Costs.size();
    for (const auto &[Where, Sum] : At) {
      abi::CostRec Rec = {};
      Rec.Frame = Where.first;
      Rec.Line = Where.second;
      addCost(Unit.Table.Costs, Rec, Sum);
    }
    Block.NumCosts = Unit.Table.Costs.size() - Block.FirstCost;
  }
}

/// The function that \p Callee is an alias of, or the alias if another module
/// may define it.
static const GlobalValue *functionOf(const GlobalValue *Callee) {
  while (auto *Alias = dyn_cast<GlobalAlias>(Callee)) {
    auto *Of = dyn_cast<GlobalValue>(Alias->getAliasee());
    if (!Of || Alias->isInterposable())
      break;
    Callee = Of;
  }
  return Callee;
}

/// The symbol that the call \p MI names; "" if it calls through a pointer, even
/// if that is in a variable.
static std::string calleeOf(const MachineInstr &MI) {
  for (const MachineOperand &Op : MI.operands()) {
    if (Op.isGlobal() &&
        isa_and_nonnull<GlobalVariable>(Op.getGlobal()->getAliaseeObject()))
      return "";
    if (Op.isGlobal())
      return symbolOf(*MI.getMF(), *functionOf(Op.getGlobal()));
    if (isIndirectThunk(Op))
      return "";
    if (Op.isSymbol())
      return Op.getSymbolName();
  }
  return "";
}

void FunctionCosts::addCallees() {
  for (const Segment &S : Segments) {
    MapVector<std::pair<uint32_t, uint32_t>, uint32_t> Calls;
    size_t First = Unit.Table.Callees.size();
    for (const MachineInstr *MI : S.Instructions)
      if (MI->isCall()) {
        std::pair<uint32_t, uint32_t> Call(
            Unit.Table.addString(::calleeOf(*MI)), frameOf(*MI));
        Calls[Call] += !MI->isConditionalBranch();
        CalleeOf[MI] = First + (Calls.find(Call) - Calls.begin());
      }
    for (const auto &[Call, NumCalls] : Calls)
      Unit.Table.Callees.push_back(
          {blockOf(S), Call.first, Call.second, NumCalls, /*Flags=*/0});
  }
}

void FunctionCosts::addLoops(const MachineLoopInfo &Loops) {
  std::vector<abi::LoopRec> &Recs = Unit.Table.Loops;
  DenseMap<const MachineBasicBlock *, uint32_t> FirstOf;
  for (const Segment &S : Segments)
    FirstOf.try_emplace(S.Block, blockOf(S));
  DenseMap<const MachineLoop *, uint32_t> IndexOf;
  // A loop comes after its parent, regardless of code order.
  std::vector<MachineLoop *> All;
  for (MachineLoop *L : Loops.getLoopsInPreorder())
    All.push_back(L);
  for (const MachineLoop *L : All) {
    abi::LoopRec Rec = {};
    Rec.Function = Index;
    Rec.Parent =
        L->getParentLoop() ? IndexOf.lookup(L->getParentLoop()) : abi::NoIndex;
    Rec.Header = FirstOf.lookup(L->getHeader());
    Rec.Frame = Unit.frame(L->getStartLoc());
    IndexOf[L] = Recs.size();
    Recs.push_back(Rec);
  }
  for (const Segment &S : Segments)
    if (const MachineLoop *L = Loops.getLoopFor(S.Block))
      Unit.Table.Blocks[blockOf(S)].Loop = IndexOf.lookup(L);
}

const Segment *FunctionCosts::segmentOf(const MachineInstr &MI) const {
  auto It = SegmentOf.find(&MI);
  return It == SegmentOf.end() ? nullptr : &Segments[It->second];
}

uint32_t FunctionCosts::frameOf(const MachineInstr &MI) const {
  auto It = Locations.find(&MI);
  return It == Locations.end() ? abi::NoIndex : It->second.Frame;
}

uint32_t FunctionCosts::lineOf(const MachineInstr &MI) const {
  auto It = Locations.find(&MI);
  assert(It != Locations.end() && "no code");
  return It->second.Line;
}

uint32_t FunctionCosts::findTaken(const MachineInstr &MI) {
  const Segment *S = segmentOf(MI);
  if (!S || S->Successors.size() != 2)
    return abi::ZeroValue;
  // The other successor must be reached only by this branch.
  auto ComesOnlyFrom = [&](const Segment &To) {
    unsigned Ways = To.IsEntry;
    for (const Segment &From : Segments)
      Ways += llvm::count(From.Successors, &To - Segments.data());
    return Ways == 1;
  };
  auto IsTarget = [&](const Segment &To) {
    return any_of(MI.operands(), [&](const MachineOperand &Op) {
      return Op.isMBB() && Op.getMBB() == To.Block && To.Block != S->Block;
    });
  };
  for (unsigned I : S->Successors)
    if (ComesOnlyFrom(Segments[I]))
      return IsTarget(Segments[I])
                 ? valueOf(Segments[I])
                 : Unit.difference(valueOf(*S), valueOf(Segments[I]));
  return abi::ZeroValue;
}
