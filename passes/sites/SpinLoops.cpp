//===- SpinLoops.cpp - Which loops of a module only wait ------------------===//

#include "passes/sites/SpinLoops.h"
#include "passes/sites/spin/SimpleCopy.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

SpinLoops::SpinLoops(Module &M) : M(M) {}
SpinLoops::~SpinLoops() = default;

void SpinLoops::declare(const Loop &L, StringRef Name) {
  Names[L.getHeader()].push_back(Name.str());
}

std::vector<std::string> SpinLoops::namesOf(const Loop &L) const {
  return Names.lookup(L.getHeader());
}

void SpinLoops::judge(const Function &F) {
  if (!Copy)
    Copy = std::make_unique<SimpleCopy>(M);
  Function &Simple = Copy->of(F);
  DominatorTree Dominators(Simple);
  LoopInfo Loops(Dominators);
  const Triple &T = M.getTargetTriple();
  DenseMap<const BasicBlock *, const Loop *> ByHeader;
  for (const Loop *L : Loops.getLoopsInPreorder())
    ByHeader[L->getHeader()] = L;
  for (const BasicBlock &BB : F) {
    SpinVerdict &V = Verdicts[&BB];
    const BasicBlock *Header = Copy->of(BB);
    if (const Loop *L = Header ? ByHeader.lookup(Header) : nullptr)
      V = judgeLoop(*L, Loops, Dominators, T);
    else
      V.Reason = "it never goes round";
  }
}

const SpinVerdict &SpinLoops::verdictOf(const Loop &L) {
  const BasicBlock *Header = L.getHeader();
  if (auto It = Names.find(Header); It != Names.end()) {
    SpinVerdict &V = Verdicts[Header];
    V = {true, "the source calls it \"" + It->second.front() + "\""};
    return V;
  }
  if (!Verdicts.contains(Header))
    judge(*Header->getParent());
  return Verdicts[Header];
}

SmallVector<const Loop *> SpinLoops::partsOf(const Loop &L) {
  SmallVector<const Loop *> Parts;
  for (const Loop *Inner : L.getLoopsInPreorder())
    if (Inner == &L || verdictOf(*Inner).IsSpin)
      Parts.push_back(Inner);
  return Parts;
}
