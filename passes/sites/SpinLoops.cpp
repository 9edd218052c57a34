//===- SpinLoops.cpp - Which loops of a module only wait ------------------===//

#include "passes/sites/SpinLoops.h"
#include "passes/sites/spin/LoopJudge.h"
#include "passes/sites/spin/SimpleCopy.h"
#include "passes/spec/EventSpec.h"
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

using ByHeader = DenseMap<const BasicBlock *, SpinVerdict>;

/// Judges all loops of \p F, or those that have \p Only headers.
static void judgeCopy(Function &F, const SmallPtrSetImpl<BasicBlock *> *Only,
                      ByHeader &Found, SmallPtrSetImpl<BasicBlock *> &Open) {
  DominatorTree Dominators(F);
  LoopInfo Loops(Dominators);
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    BasicBlock *Header = L->getHeader();
    if (Only && !Only->contains(Header))
      continue;
    SpinVerdict V =
        LoopJudge(*L, Loops, Dominators, F.getParent()->getTargetTriple(),
                  /*TrustHelpers=*/!Only)
            .judge();
    if (V.IsSpin && !Only && !helpersOf(*L).empty())
      Open.insert(Header); // Its helpers decide.
    else
      Found[Header] = std::move(V);
  }
}

void SpinLoops::judge(const Function &F) {
  if (!Copy)
    Copy = std::make_unique<SimpleCopy>(M);
  Function &Simple = Copy->of(F);
  ByHeader Found;
  SmallPtrSet<BasicBlock *, 4> Open;
  judgeCopy(Simple, nullptr, Found, Open);
  // Most loops are none, whatever their helpers do.
  if (!Open.empty()) {
    Copy->inlineHelpers(Simple, Open);
    judgeCopy(Simple, &Open, Found, Open);
  }
  for (const BasicBlock &BB : F) {
    SpinVerdict &V = Verdicts[&BB];
    auto It = Found.find(Copy->of(BB));
    if (It != Found.end())
      V = std::move(It->second);
    else
      V.Reason = "it never goes round";
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
