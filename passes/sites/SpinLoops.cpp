//===- SpinLoops.cpp - Spin loops of a module -----------------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/SpinLoops.h"
#include "spec/EventSpec.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/GlobPattern.h"

using namespace llvm;
using namespace udpc;

void SpinLoops::declare(const Loop &L, StringRef Name) {
  Names[L.getHeader()].push_back(Name.str());
}

std::vector<std::string> SpinLoops::namesOf(const Loop &L) const {
  return Names.lookup(L.getHeader());
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
    SpinVerdict &V = NamedVerdicts[Header];
    V = {true, "the source calls it \"" + It->second.front() + "\""};
    return V;
  }
  return Judge.verdictOf(*Header);
}

SmallVector<const Loop *> SpinLoops::partsOf(const Loop &L) {
  SmallVector<const Loop *> Parts;
  for (const Loop *Inner : L.getLoopsInPreorder())
    if (Inner == &L || verdictOf(*Inner).IsSpin)
      Parts.push_back(Inner);
  return Parts;
}
