//===- Fibers.cpp - Code that moves between threads -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/unit/Fibers.h"
#include "passes/lowering/unit/SlotStorage.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;
using namespace udpc;

static constexpr StringLiteral FibersAttribute = "udpc-fibers";

static cl::opt<bool> Fibers(
    "udpc-fibers",
    cl::desc("Functions may continue in another thread after a call: code "
             "compiled with -fPIC finds its thread's slots anew there"));

bool udpc::mayMoveBetweenThreads(const Function &F) {
  return F.hasFnAttribute(FibersAttribute);
}

/// Whether \p Name is the name of a function of a well-known library that
/// switches stacks.
static bool switchesStacks(StringRef Name) {
  if (is_contained({"swapcontext", "setcontext", "jump_fcontext",
                    "ontop_fcontext", "co_switch", "coro_transfer",
                    "bthread_jump_fcontext", "marl_fiber_swap"},
                   Name))
    return true;
  if (!Name.consume_front("_ZN"))
    return false;
  Name = Name.ltrim("rVKRO"); // Qualifiers of member functions.
  return any_of(ArrayRef<StringRef>{"5boost7context", "5boost6fibers",
                                    "5boost10coroutines", "5boost11coroutines2",
                                    "5folly6fibers"},
                [&](StringRef Prefix) { return Name.starts_with(Prefix); });
}

PreservedAnalyses MarkFibersPass::run(Module &M, ModuleAnalysisManager &) {
  if (isExecutableCode(M) || (!Fibers && none_of(M, [](const Function &F) {
        return switchesStacks(F.getName());
      })))
    return PreservedAnalyses::all();
  for (Function &F : M)
    if (!F.isDeclaration())
      F.addFnAttr(FibersAttribute);
  return PreservedAnalyses::all();
}

static bool mayReachMemory(MemoryEffects Effects) {
  return !Effects.onlyReadsMemory() &&
         !Effects.onlyAccessesInaccessibleOrArgMem();
}

bool udpc::maySwitchStacks(const Function &F) {
  return !F.hasFnAttribute(Attribute::NoCallback) && !F.hasNoSync() &&
         mayReachMemory(F.getMemoryEffects());
}

bool udpc::maySwitchStacks(const CallBase &Call) {
  return !Call.hasFnAttr(Attribute::NoCallback) &&
         !Call.hasFnAttr(Attribute::NoSync) &&
         mayReachMemory(Call.getMemoryEffects());
}

//===----------------------------------------------------------------------===//
// Finding addresses anew
//===----------------------------------------------------------------------===//

static bool maySwitchStacks(const Instruction &I) {
  auto *Call = dyn_cast<CallBase>(&I);
  return Call && maySwitchStacks(*Call);
}

namespace {

/// An access to the slots, by a pointer that is computed from their address.
struct SlotPointer {
  Use *Pointer;
  /// The computations from the address of the slots to the pointer.
  SmallVector<GetElementPtrInst *, 2> Steps;
};

class AddressFinder {
public:
  AddressFinder(Function &F, ArrayRef<IntrinsicInst *> Addresses)
      : Tree(F), Known(Addresses) {
    Tree.updateDFSNumbers();
    for (BasicBlock &B : F)
      if (any_of(B, [](const Instruction &I) { return maySwitchStacks(I); }))
        Switching.insert(&B);
  }

  void run();

private:
  static Instruction &placeOf(const SlotPointer &A) {
    return *cast<Instruction>(A.Pointer->getUser());
  }
  static const BasicBlock *blockOf(const SlotPointer &A) {
    return placeOf(A).getParent();
  }
  void collect(Instruction &Pointer, SlotPointer Access);
  bool maySwitchBetween(const Instruction &From, const Instruction &To) const;
  IntrinsicInst &addressAt(Instruction &Place);

  DominatorTree Tree;
  /// All calls that compute the address; the new ones come last.
  SmallVector<IntrinsicInst *> Known;
  SmallPtrSet<const BasicBlock *, 16> Switching;
  SmallVector<SlotPointer> Accesses;
};

} // namespace

void AddressFinder::collect(Instruction &Pointer, SlotPointer Access) {
  for (Use &U : Pointer.uses()) {
    auto *By = cast<Instruction>(U.getUser());
    SlotPointer Next = Access;
    if (auto *Step = dyn_cast<GetElementPtrInst>(By)) {
      Next.Steps.push_back(Step);
      collect(*Step, Next);
    } else if (!isa<PHINode>(By)) {
      Next.Pointer = &U;
      Accesses.push_back(std::move(Next));
    }
  }
}

/// Whether a call that may switch stacks is on a path from \p From to \p To,
/// which \p From dominates, that does not pass \p From again.
bool AddressFinder::maySwitchBetween(const Instruction &From,
                                     const Instruction &To) const {
  auto Has = [](auto Begin, auto End) {
    return any_of(make_range(Begin, End),
                  [](const Instruction &I) { return maySwitchStacks(I); });
  };
  const BasicBlock *First = From.getParent(), *Last = To.getParent();
  if (First == Last && From.comesBefore(&To))
    return Has(From.getIterator(), To.getIterator());
  if (Switching.contains(Last) && Has(Last->begin(), To.getIterator()))
    return true;
  // Computing an address again costs less than a long search.
  constexpr unsigned MaxBlocks = 256;
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *> Work(predecessors(Last));
  while (!Work.empty()) {
    const BasicBlock *B = Work.pop_back_val();
    if (!Seen.insert(B).second)
      continue;
    if (Seen.size() > MaxBlocks)
      return true;
    if (B == First) {
      if (Switching.contains(B) && Has(From.getIterator(), B->end()))
        return true;
      continue;
    }
    if (Switching.contains(B))
      return true;
    append_range(Work, predecessors(B));
  }
  return false;
}

/// Returns a call that computes the address of the slots of the thread that
/// executes \p Place: a known one, or a new one before \p Place.
IntrinsicInst &AddressFinder::addressAt(Instruction &Place) {
  constexpr size_t MaxTried = 8;
  ArrayRef<IntrinsicInst *> Last = Known;
  for (IntrinsicInst *I : reverse(Last.take_back(MaxTried)))
    if (Tree.dominates(I, &Place) && !maySwitchBetween(*I, Place))
      return *I;
  auto *New = cast<IntrinsicInst>(Known.front()->clone());
  New->setDebugLoc(Place.getDebugLoc());
  New->insertBefore(Place.getIterator());
  Known.push_back(New);
  return *New;
}

void AddressFinder::run() {
  size_t NumOld = Known.size();
  for (IntrinsicInst *I : SmallVector<IntrinsicInst *>(Known)) {
    Accesses.clear();
    collect(*I, {nullptr, {}});
    // Unreachable accesses are not in the tree.
    llvm::erase_if(Accesses, [&](const SlotPointer &A) {
      return !Tree.getNode(blockOf(A));
    });
    llvm::sort(Accesses, [&](const SlotPointer &L, const SlotPointer &R) {
      const BasicBlock *A = blockOf(L), *B = blockOf(R);
      return A == B ? placeOf(L).comesBefore(&placeOf(R))
                    : Tree.getNode(A)->getDFSNumIn() <
                          Tree.getNode(B)->getDFSNumIn();
    });
    for (const SlotPointer &A : Accesses) {
      Instruction &Place = placeOf(A);
      if (!maySwitchBetween(*I, Place))
        continue;
      Value *Pointer = &addressAt(Place);
      for (GetElementPtrInst *Step : A.Steps) {
        Instruction *Copy = Step->clone();
        Copy->setOperand(0, Pointer);
        Copy->insertBefore(Place.getIterator());
        Pointer = Copy;
      }
      A.Pointer->set(Pointer);
    }
  }
  for (IntrinsicInst *I : ArrayRef(Known).take_front(NumOld)) {
    for (User *U : make_early_inc_range(I->users()))
      if (auto *Step = dyn_cast<GetElementPtrInst>(U);
          Step && Step->use_empty())
        Step->eraseFromParent();
  }
}

void udpc::findAddressesAnew(Function &F, ArrayRef<IntrinsicInst *> Addresses) {
  AddressFinder(F, Addresses).run();
}
