//===- PlainDebugInfo.cpp - Undoes profiling debug info -------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/prefetch/PlainDebugInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include <map>

using namespace llvm;
using namespace udpc;

static cl::opt<bool> OwnProfilingInfo(
    "udpc-own-profiling-info",
    cl::desc("-fdebug-info-for-profiling is the driver's: have the lines of "
             "the build without it"),
    cl::Hidden);

/// A location without its discriminator.
static auto placeOf(const DILocation &At) {
  const DILocalScope *Scope = At.getScope()->getNonLexicalBlockFileScope();
  return std::tuple(static_cast<const void *>(At.getInlinedAt()),
                    static_cast<const void *>(Scope),
                    static_cast<const void *>(At.getFile()), At.getLine(),
                    At.getColumn(), At.isImplicitCode());
}

static void joinDiscriminators(Function &F) {
  using Place = decltype(placeOf(std::declval<DILocation>()));
  // The discriminator is part of the scope.
  std::map<Place, DILocalScope *> First;
  for (Instruction &I : instructions(F)) {
    DILocation *At = I.getDebugLoc();
    if (!At)
      continue;
    DILocalScope *Scope =
        First.try_emplace(placeOf(*At), At->getScope()).first->second;
    if (Scope != At->getScope())
      I.setDebugLoc(DILocation::get(F.getContext(), At->getLine(),
                                    At->getColumn(), Scope, At->getInlinedAt(),
                                    At->isImplicitCode(), At->getAtomGroup(),
                                    At->getAtomRank()));
  }
}

/// Whether \p V is not a variable of the source, which has a name or a line;
/// parameters are numbered.
static bool isPseudo(const DILocalVariable &V) {
  return V.getName().empty() && !V.getLine() && V.isArtificial() &&
         !V.isParameter();
}

static void removePseudoVariables(Function &F) {
  for (Instruction &I : instructions(F))
    for (DbgVariableRecord &R :
         make_early_inc_range(filterDbgVars(I.getDbgRecordRange())))
      if (isPseudo(*R.getVariable()))
        R.eraseFromParent();
}

PreservedAnalyses PlainDebugInfoPass::run(Module &M, ModuleAnalysisManager &) {
  if (!OwnProfilingInfo)
    return PreservedAnalyses::all();
  for (Function &F : M) {
    joinDiscriminators(F);
    removePseudoVariables(F);
  }
  // Analyses do not depend on debug info.
  return PreservedAnalyses::all();
}
