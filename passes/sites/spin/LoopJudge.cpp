//===- LoopJudge.cpp - Does a loop only wait? -----------------------------===//

#include "passes/sites/spin/LoopJudge.h"
#include "passes/sites/spin/LoopValues.h"
#include "passes/sites/spin/SimpleCopy.h"
#include "passes/spec/Matching.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace llvm;
using namespace udpc;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static bool isSuspension(const CallBase &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::coro_save:
  case Intrinsic::coro_suspend:
  case Intrinsic::coro_await_suspend_void:
  case Intrinsic::coro_await_suspend_bool:
  case Intrinsic::coro_await_suspend_handle:
    return true;
  default:
    return false;
  }
}

static std::string nameOf(const Instruction &I) {
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isVolatile() ? "volatile load"
           : Load->isAtomic() ? "atomic load"
                              : "load";
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return Store->isVolatile() ? "volatile store"
           : Store->isAtomic() ? "atomic store"
                               : "store";
  if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I))
    return RMW->getOperation() == AtomicRMWInst::Xchg
               ? "atomic exchange"
               : ("atomic " +
                  AtomicRMWInst::getOperationName(RMW->getOperation()))
                     .str();
  if (isa<AtomicCmpXchgInst>(I))
    return "compare-and-swap";
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    if (Call->isInlineAsm())
      return "inline assembly";
    if (isSuspension(*Call))
      return "suspension";
    // What a target has made of a compare-and-swap or the like.
    if (StringRef Name = Call->getCalledOperand()->getName();
        isa<IntrinsicInst>(I) &&
        (Name.contains("atomic") || Name.contains("cmpxchg")))
      return "atomic operation";
    if (const Function *F = Call->getCalledFunction())
      return "call of " + FunctionNames(F->getName()).plain();
    return "indirect call";
  }
  if (isa<PHINode>(I))
    return "variable";
  return I.isTerminator() ? "exit" : I.getOpcodeName();
}

static std::string placeOf(const DILocation &At) {
  return (sys::path::filename(At.getFilename()) + ":" + Twine(At.getLine()) +
          ":" + Twine(At.getColumn()))
      .str();
}

/// `the atomic load at lock.c:12:10`, and where the helper is called from.
static std::string describe(const Instruction &I) {
  std::string Text = "the " + nameOf(I);
  const DILocation *At = I.getDebugLoc().get();
  if (!At || !At->getLine())
    return Text;
  Text += " at " + placeOf(*At);
  const DILocation *Call = At;
  while (Call->getInlinedAt())
    Call = Call->getInlinedAt();
  if (Call != At && Call->getLine())
    Text += ", called from " + placeOf(*Call);
  return Text;
}

namespace {

class LoopJudge {
public:
  LoopJudge(const Loop &L, const LoopInfo &Loops,
            const DominatorTree &Dominators, const Triple &T, bool TrustHelpers)
      : L(L), Loops(Loops), Dominators(Dominators),
        Values(L, Loops, Dominators, T, TrustHelpers) {}

  SpinVerdict judge();

private:
  using Blocks = SmallPtrSet<const BasicBlock *, 8>;
  SpinVerdict refuse(const Instruction &I, const Twine &What) const {
    return {false, describe(I) + " " + What.str()};
  }

  void findExits();
  bool repeatsInterrupted() const;
  const Instruction &mainPoll() const;
  void findBackOff();
  bool isAvoidable(const Blocks &Region) const;
  bool hasHint(const Blocks &Region) const;
  /// Why \p I does more than wait, or "".
  std::string effectOf(const Instruction &I) const;
  std::string effectOfCall(const CallBase &Call) const;
  bool isOwnCounter(const StoreInst &Store) const;
  bool isRepeatable(const Instruction &I) const;
  bool isOnPolledPlace(const Instruction &I) const;
  const Instruction *findUnbalanced();
  const Instruction *findResult() const;

  const Loop &L;
  const LoopInfo &Loops;
  const DominatorTree &Dominators;
  LoopValues Values;

  /// What exits wait for, in the order of the code, and where it lies.
  SmallSetVector<Instruction *, 4> Polls;
  SmallPtrSet<const Value *, 4> PolledPlaces;
  const Instruction *LastExit = nullptr;
  const Instruction *LastTold = nullptr;
  /// What exits compare `errno` with.
  SmallSet<uint64_t, 2> Errors;
  /// An exit that depends on what was read a round before.
  const Instruction *LastCarried = nullptr;
  /// What happens after so many polls only.
  Blocks BackOff;
};

} // namespace

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

void LoopJudge::findExits() {
  for (BasicBlock *BB : L.blocks()) {
    if (!L.isLoopExiting(BB))
      continue;
    Value *Condition = conditionOf(*BB->getTerminator());
    if (!Condition)
      continue;
    LastExit = BB->getTerminator();
    for (Value *Part : Values.partsOf(Condition)) {
      Ingredients Of = Values.ingredientsOf(Part);
      if (auto *Test = dyn_cast<ICmpInst>(Part);
          Test && Test->isEquality() && isErrno(Test->getOperand(0)))
        if (auto *Number = dyn_cast<ConstantInt>(Test->getOperand(1)))
          Errors.insert(Number->getZExtValue());
      if (Of.Told)
        LastTold = BB->getTerminator();
      if (Of.Carried && !Of.Own)
        LastCarried = BB->getTerminator();
      if (Of.isNews())
        Polls.insert_range(Of.Polls);
    }
  }
  for (Instruction *Poll : Polls)
    PolledPlaces.insert_range(Values.addressesOf(*Poll));
}

/// `while (sem_trywait(s) == -1 && errno == EINTR);` does not wait for the
/// lock: the call is made again because a signal came.
bool LoopJudge::repeatsInterrupted() const {
  constexpr uint64_t Interrupted = 4; // EINTR, on all Linux targets.
  return Errors.size() == 1 && Errors.contains(Interrupted) &&
         all_of(Polls, [this](const Instruction *I) {
           return isa<CallBase>(I) && Values.roleOf(*I) == CallRole::Poll;
         });
}

/// Of what exits wait for, the first that others are sure to write: plain loads
/// beside it often are what it is compared with.
const Instruction &LoopJudge::mainPoll() const {
  auto It = find_if(Polls, [](const Instruction *I) {
    const auto *Load = dyn_cast<LoadInst>(I);
    return !Load || !Load->isSimple();
  });
  return It == Polls.end() ? *Polls.front() : **It;
}

//===----------------------------------------------------------------------===//
// Back-off: what the loop does after so many polls
//===----------------------------------------------------------------------===//

/// Whether control can go round without \p Region.
bool LoopJudge::isAvoidable(const Blocks &Region) const {
  if (Region.contains(L.getHeader()))
    return false;
  SmallVector<const BasicBlock *> Work = {L.getHeader()};
  Blocks Seen = {L.getHeader()};
  while (!Work.empty())
    for (const BasicBlock *To : successors(Work.pop_back_val())) {
      if (To == L.getHeader())
        return true;
      if (L.contains(To) && !Region.contains(To) && Seen.insert(To).second)
        Work.push_back(To);
    }
  return false;
}

bool LoopJudge::hasHint(const Blocks &Region) const {
  return any_of(Region, [this](const BasicBlock *BB) {
    return any_of(*BB, [this](const Instruction &I) {
      return isa<CallBase>(I) && Values.roleOf(I) == CallRole::Hint;
    });
  });
}

/// A region that is entered by a count or a clock, and that sleeps or yields,
/// may do as it likes: it reports, or blocks. The loop spins before it.
void LoopJudge::findBackOff() {
  if (!hasHint(Blocks(L.block_begin(), L.block_end())))
    return;
  for (BasicBlock *From : L.blocks()) {
    Value *Condition = conditionOf(*From->getTerminator());
    if (!Condition || !any_of(Values.partsOf(Condition), [this](Value *Part) {
          Ingredients Of = Values.ingredientsOf(Part);
          return Of.Own || Of.Told;
        }))
      continue;
    for (BasicBlock *To : successors(From)) {
      if (!L.contains(To) || To->getUniquePredecessor() != From)
        continue;
      SmallVector<BasicBlock *> Below;
      Dominators.getDescendants(To, Below);
      Blocks Region;
      for (BasicBlock *BB : Below)
        if (L.contains(BB))
          Region.insert(BB);
      if (isAvoidable(Region) && hasHint(Region))
        BackOff.insert_range(Region);
    }
  }
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

/// Whether doing \p I again leaves memory as doing it once does.
bool LoopJudge::isRepeatable(const Instruction &I) const {
  const auto *RMW = dyn_cast<AtomicRMWInst>(&I);
  if (!RMW)
    return isa<AtomicCmpXchgInst>(I);
  const Value *Operand = RMW->getValOperand();
  auto *Number = dyn_cast<ConstantInt>(Operand);
  switch (RMW->getOperation()) {
  case AtomicRMWInst::Xchg:
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
    return Values.isSteady(Operand);
  default:
    return Number && Number->isZero();
  }
}

/// A part of the lock's protocol, as marking it contended.
bool LoopJudge::isOnPolledPlace(const Instruction &I) const {
  return any_of(Values.addressesOf(I), [this](const Value *Place) {
    return PolledPlaces.contains(Place);
  });
}

std::string LoopJudge::effectOfCall(const CallBase &Call) const {
  if (const auto *Memory = dyn_cast<MemIntrinsic>(&Call))
    return Values.isLocal(Memory->getRawDest()) ? "" : "writes memory";
  switch (Values.roleOf(Call)) {
  case CallRole::Nothing:
  case CallRole::Hint:
  case CallRole::Clock:
    return "";
  case CallRole::Helper:
    return "";
  case CallRole::Poll:
    if (Values.isSteady(&Call))
      return "";
    return "looks at something else each time round";
  case CallRole::Swap:
    if (Polls.contains(&Call) || isOnPolledPlace(Call))
      return "";
    return "writes memory, and no exit depends on its result";
  case CallRole::Up:
  case CallRole::Down:
    return ""; // findUnbalanced
  case CallRole::Release:
    return isOnPolledPlace(Call) ? "" : "may have effects";
  case CallRole::Unknown:
    break;
  }
  return isHelper(Call) ? "lies too deep in helpers to be looked into"
                        : "may have effects";
}

/// The state of a random number generator that each thread has for itself.
bool LoopJudge::isOwnCounter(const StoreInst &Store) const {
  if (!isOfThread(Store.getPointerOperand()) ||
      !Values.isSteady(Store.getPointerOperand()))
    return false;
  Ingredients Of =
      Values.ingredientsOf(const_cast<Value *>(Store.getValueOperand()));
  return Of.Polls.empty() && !Of.Told;
}

std::string LoopJudge::effectOf(const Instruction &I) const {
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return effectOfCall(*Call);
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return Values.isLocal(Store->getPointerOperand()) || isOwnCounter(*Store)
               ? ""
               : "writes memory";
  if (isa<LoadInst>(I))
    return !Values.readsNews(I) || Values.isSteady(&I)
               ? ""
               : "reads another place each time round";
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
    if (Values.isLocal(I.getOperand(0)))
      return "";
    if (!Values.isSteady(&I))
      return "writes another place each time round";
    if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I))
      if (RMW->getOperation() == AtomicRMWInst::Add ||
          RMW->getOperation() == AtomicRMWInst::Sub)
        return ""; // findUnbalanced
    if (!isRepeatable(I))
      return "changes memory each time round";
    if (Polls.contains(&I) || isOnPolledPlace(I))
      return "";
    return "writes memory, and no exit depends on its result";
  }
  if (isa<FenceInst>(I) || !I.mayHaveSideEffects())
    return "";
  return "may have effects";
}

/// An attempt that is taken back changes nothing: up and down by the same, on
/// every way round. Returns what is not taken back.
const Instruction *LoopJudge::findUnbalanced() {
  using Place = std::pair<const Value *, const Value *>;
  using Sums = std::map<Place, std::pair<int, const Instruction *>>;
  auto Add = [this](Sums &S, const Instruction &I) {
    int Step = 0;
    const Value *Amount = nullptr;
    if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
      Step = RMW->getOperation() == AtomicRMWInst::Add   ? 1
             : RMW->getOperation() == AtomicRMWInst::Sub ? -1
                                                         : 0;
      Amount = RMW->getValOperand();
      if (const auto *Number = dyn_cast<ConstantInt>(Amount)) {
        if (Number->isZero())
          Step = 0;
        if (Number->isNegative()) {
          Amount = ConstantInt::get(Amount->getType(), -Number->getValue());
          Step = -Step;
        }
      }
    } else if (const auto *Call = dyn_cast<CallBase>(&I)) {
      CallRole Role = Values.roleOf(*Call);
      Step = Role == CallRole::Up ? 1 : Role == CallRole::Down ? -1 : 0;
    }
    if (!Step || Values.isLocal(Values.addressesOf(I).front()))
      return;
    auto &Sum = S[{Values.addressesOf(I).front(), Amount}];
    Sum.first += Step;
    Sum.second = &I;
  };
  auto NotZero = [](const Sums &S) -> const Instruction * {
    for (const auto &[Where, Sum] : S)
      if (Sum.first)
        return Sum.second;
    return nullptr;
  };

  DenseMap<const BasicBlock *, Sums> AtEnd;
  LoopBlocksRPO Order(const_cast<Loop *>(&L));
  Order.perform(&Loops);
  for (const BasicBlock *BB : Order) {
    if (BackOff.contains(BB))
      continue;
    std::optional<Sums> S;
    if (BB == L.getHeader())
      S.emplace();
    else
      for (const BasicBlock *From : predecessors(BB)) {
        auto It = AtEnd.find(From); // Not there yet: a back edge.
        if (It == AtEnd.end())
          continue;
        if (!S)
          S = It->second;
        for (auto &[Where, Sum] : It->second)
          if ((*S)[Where].first != Sum.first)
            return Sum.second ? Sum.second : (*S)[Where].second;
        for (auto &[Where, Sum] : *S)
          if (!It->second.count(Where) && Sum.first)
            return Sum.second;
      }
    if (!S)
      continue;
    for (const Instruction &I : *BB)
      Add(*S, I);
    for (const BasicBlock *To : successors(BB))
      // Back to the head of this loop or of one within.
      if (L.contains(To) && (To == L.getHeader() || AtEnd.contains(To)))
        if (const Instruction *I = NotZero(*S))
          return I;
    AtEnd[BB] = std::move(*S);
  }
  return nullptr;
}

/// A variable of the loop's own that it computes for the code behind it, beyond
/// how often it went round.
const Instruction *LoopJudge::findResult() const {
  auto IsUsedBehind = [this](const Instruction &I) {
    return any_of(I.users(), [this](const User *U) {
      const auto *By = dyn_cast<Instruction>(U);
      return By && !L.contains(By->getParent());
    });
  };
  for (PHINode &Phi : L.getHeader()->phis()) {
    if (Values.isSteady(&Phi))
      continue;
    // All that this variable is computed of, once round.
    SmallVector<const Value *> Work;
    for (const BasicBlock *From : Phi.blocks())
      if (L.contains(From))
        Work.push_back(Phi.getIncomingValueForBlock(From));
    SmallPtrSet<const Value *, 16> Seen;
    bool OfOthers = false, OfItself = false, IsResult = IsUsedBehind(Phi);
    while (!Work.empty()) {
      const auto *I = dyn_cast<Instruction>(Work.pop_back_val());
      if (!I || !L.contains(I->getParent()) || !Seen.insert(I).second ||
          BackOff.contains(I->getParent()))
        continue;
      if (I == &Phi) {
        OfItself = true;
        continue;
      }
      IsResult |= IsUsedBehind(*I);
      if (isa<PHINode>(I) && I->getParent() == L.getHeader()) {
        OfOthers |= !Values.isSteady(I);
        continue;
      }
      if (Values.readsNews(*I)) {
        OfOthers = true;
        continue;
      }
      append_range(Work, I->operand_values());
    }
    if (OfItself && OfOthers && IsResult)
      return &Phi;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// The verdict
//===----------------------------------------------------------------------===//

SpinVerdict LoopJudge::judge() {
  findExits();
  if (!LastExit)
    return {false, "it has no exit"};
  if (Polls.empty() && LastTold)
    return refuse(*LastTold, "decides by what a call has returned");
  // A computation that ends after a round or two, on plain memory.
  if (LastCarried && !hasHint(Blocks(L.block_begin(), L.block_end())) &&
      all_of(Polls, [](const Instruction *I) {
        const auto *Load = dyn_cast<LoadInst>(I);
        return Load && Load->isSimple();
      }))
    return refuse(*LastCarried, "depends on what was read a round before");
  findBackOff();
  // Effects first: they say most about what a loop is for.
  const Instruction *First = nullptr;
  std::string Effect;
  for (BasicBlock *BB : L.blocks()) {
    if (BackOff.contains(BB))
      continue;
    for (Instruction &I : *BB)
      if (Effect.empty() && !(Effect = effectOf(I)).empty())
        First = &I;
  }
  if (First)
    return refuse(*First, Effect);
  if (Polls.empty())
    return refuse(*LastExit,
                  "and all other exits depend on the loop's own variables");
  if (repeatsInterrupted())
    return refuse(*Polls.front(), "is only repeated when a signal came");
  if (const Instruction *I = findUnbalanced())
    return refuse(*I, "changes memory each time round");
  if (const Instruction *I = findResult())
    return refuse(*I, "computes a result");
  return {true, "it waits for " + describe(mainPoll())};
}

SpinVerdict udpc::judgeLoop(const Loop &L, const LoopInfo &Loops,
                            const DominatorTree &Dominators, const Triple &T,
                            bool TrustHelpers) {
  return LoopJudge(L, Loops, Dominators, T, TrustHelpers).judge();
}
