//===- CountedCalls.cpp - Preserves calls of counted functions ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/lowering/CountedCalls.h"
#include "ir/SourceNames.h"
#include "spec/Matching.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

#define DEBUG_TYPE "udpc"

namespace {

class CountedCalls {
public:
  CountedCalls(Module &M, const std::deque<CountingGroup> &Groups);

  void run();

private:
  enum class Callee {
    Counts,     ///< It counts or may call a function that does.
    MayCount,   ///< Nothing is known of it.
    CountsNone, ///< A function of the C library or of the compiler.
  };
  Callee judge(const Function &F);
  Callee judgeAnew(const Function &F) const;
  void explain(CallBase &Call, const Function &F);

  Module &M;
  const std::deque<CountingGroup> &Groups;
  TargetLibraryInfoImpl Library;
  std::deque<Matcher> Matchers;   ///< The matchers of function entries.
  bool CountsInside = false;      ///< Whether there are other entries.
  SetVector<Function *> Counting; ///< Definitions and declarations.
  DenseMap<const Function *, Callee> Judged;
  DenseMap<Function *, SetVector<Function *>> Callers;
  SmallPtrSet<const Function *, 8> Explained;
};

} // namespace

/// Whether the language reserves \p Name for the compiler and its libraries.
static bool isReserved(StringRef Name) {
  return !Name.starts_with("_Z") && Name.size() > 1 && Name[0] == '_' &&
         (Name[1] == '_' || isUpper(Name[1]));
}

static bool hasMemoryEffects(const AttributeList &Attributes) {
  return Attributes.hasFnAttr(Attribute::Memory);
}

static Function *calleeOf(const CallBase &Call) {
  return dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
}

CountedCalls::CountedCalls(Module &M, const std::deque<CountingGroup> &Groups)
    : M(M), Groups(Groups), Library(M.getTargetTriple()) {
  for (const CountingGroup &G : Groups) {
    if (G.SiteFidelity == Fidelity::Transparent)
      continue;
    for (const SpecEntry &E : G.Spec.Entries)
      if (E.isFunction() && !E.isReturnStatement())
        Matchers.emplace_back(E);
      else
        CountsInside = true;
  }
}

CountedCalls::Callee CountedCalls::judge(const Function &F) {
  auto [It, New] = Judged.try_emplace(&F, Callee::MayCount);
  if (New)
    It->second = judgeAnew(F);
  return It->second;
}

CountedCalls::Callee CountedCalls::judgeAnew(const Function &F) const {
  LibFunc Known;
  if (F.isIntrinsic() || isReserved(F.getName()) ||
      Library.getLibFunc(F, Known))
    return Callee::CountsNone;
  FunctionNames Names = sourceNamesOf(F);
  if (any_of(Matchers,
             [&](const Matcher &Match) { return Match.matches(Names); }))
    return Callee::Counts;
  return Callee::MayCount;
}

void CountedCalls::explain(CallBase &Call, const Function &F) {
  if (!Explained.insert(&F).second)
    return;
  OptimizationRemarkEmitter ORE(Call.getFunction());
  ORE.emit([&] {
    return OptimizationRemarkMissed("udpc", "MergedCalls", &Call)
           << "calls of " << ore::NV("Function", sourceNamesOf(F).signature())
           << ", which is declared const or pure and defined in another unit, "
              "may be merged or removed: what is counted inside it counts the "
              "calls that are left; an entry of the spec for the function "
              "keeps them all";
  });
}

void CountedCalls::run() {
  if (Matchers.empty() && !CountsInside)
    return;
  for (const CountingGroup &G : Groups)
    for (const CountPoint &P : G.Plan.Points)
      Counting.insert(P.Unwinds  ? P.Unwinds
                      : P.Before ? P.Before->getFunction()
                                 : P.From->getParent());

  std::vector<CallBase *> Declared; // With attributes of their own.
  for (Function &F : M) {
    if (F.isDeclaration()) {
      if (hasMemoryEffects(F.getAttributes()) && judge(F) == Callee::Counts)
        Counting.insert(&F);
      continue;
    }
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallBase>(&I);
      if (!Call || Call->isInlineAsm())
        continue;
      if (hasMemoryEffects(Call->getAttributes()))
        Declared.push_back(Call);
      Function *To = calleeOf(*Call);
      // An indirect call may call any function.
      if (!To || (To->isDeclaration() && judge(*To) != Callee::CountsNone))
        Counting.insert(&F);
      else
        Callers[To].insert(&F);
    }
  }
  for (size_t I = 0; I != Counting.size(); ++I) // Grows.
    for (Function *Caller : Callers[Counting[I]])
      Counting.insert(Caller);

  for (Function *F : Counting)
    F->removeFnAttr(Attribute::Memory);
  for (CallBase *Call : Declared) {
    Function *To = calleeOf(*Call);
    if (!To || Counting.contains(To))
      Call->removeFnAttr(Attribute::Memory);
    else if (CountsInside && To->isDeclaration() &&
             judge(*To) == Callee::MayCount)
      explain(*Call, *To);
  }
}

void udpc::keepCountedCalls(Module &M,
                            const std::deque<CountingGroup> &Groups) {
  CountedCalls(M, Groups).run();
}
