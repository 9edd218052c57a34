//===- SpinLoops.cpp - Spin loops of a module -----------------------------===//

#include "passes/sites/SpinLoops.h"
#include "passes/sites/spin/LoopJudge.h"
#include "passes/sites/spin/SimpleCopy.h"
#include "spec/EventSpec.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/GlobPattern.h"

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
  const Triple &T = M.getTargetTriple();
  SmallPtrSet<BasicBlock *, 4> Open; // In the copy, and
  SmallVector<const BasicBlock *> OpenBlocks;
  {
    DominatorTree Dominators(Simple);
    LoopInfo Loops(Dominators);
    for (const BasicBlock &BB : F) {
      SpinVerdict &V = Verdicts[&BB];
      BasicBlock *Header = Copy->of(BB);
      const Loop *L = Header ? Loops.getLoopFor(Header) : nullptr;
      if (!L || L->getHeader() != Header) {
        V.Reason = "it never goes round";
        continue;
      }
      V = LoopJudge(*L, Loops, Dominators, T, /*TrustHelpers=*/true).judge();
      if (V.IsSpin && !helpersOf(*L).empty() && Open.insert(Header).second)
        OpenBlocks.push_back(&BB);
    }
  }
  // Most loops are no spin loops regardless of their helpers. For the others,
  // helpers have to be analysed.
  if (Open.empty())
    return;
  Copy->inlineHelpers(Simple, Open);
  DominatorTree Dominators(Simple);
  LoopInfo Loops(Dominators);
  for (const BasicBlock *BB : OpenBlocks) {
    // The former header may be further down now.
    BasicBlock *Block = Copy->of(*BB);
    if (const Loop *L = Block ? Loops.getLoopFor(Block) : nullptr)
      Verdicts[BB] =
          LoopJudge(*L, Loops, Dominators, T, /*TrustHelpers=*/false).judge();
    else
      Verdicts[BB] = {false, "it never goes round"};
  }
}

bool SpinLoops::isNamed(const Loop &L, const SpecEntry &Entry) const {
  if (Entry.NameGlob.empty())
    return true;
  GlobPattern Glob = cantFail(GlobPattern::create(Entry.NameGlob));
  return any_of(namesOf(L), [&](StringRef Name) { return Glob.match(Name); });
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
