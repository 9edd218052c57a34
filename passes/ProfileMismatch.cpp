//===- ProfileMismatch.cpp - Profiles that counting invalidates -----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/ProfileMismatch.h"
#include "spec/FunctionNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;
using namespace udpc;

/// Whether LLVM has found profile data for \p F that do not match
/// (PGOInstrumentation.cpp).
static bool isMismatched(const Function &F) {
  const MDNode *Annotations = F.getMetadata(LLVMContext::MD_annotation);
  return Annotations && any_of(Annotations->operands(), [](const Metadata *M) {
           const auto *Text = dyn_cast<MDString>(M);
           return Text && Text->getString() == "instr_prof_hash_mismatch";
         });
}

/// Whether counting code uses \p V, other than the functions that register a
/// unit.
static bool isUsedToCount(const Value &V,
                          SmallPtrSetImpl<const Value *> &Visited) {
  if (!Visited.insert(&V).second)
    return false;
  return any_of(V.users(), [&](const User *U) {
    if (const auto *I = dyn_cast<Instruction>(U))
      return !I->getFunction()->getName().starts_with("__udpc_");
    return isa<ConstantExpr>(U) && isUsedToCount(*U, Visited);
  });
}

static bool countsExactly(const Module &M) {
  SmallPtrSet<const Value *, 16> Visited;
  return any_of(M.globals(), [&](const GlobalVariable &GV) {
    return (GV.getName().starts_with("__udpc_slots") ||
            GV.getName().starts_with("__udpc_unit")) &&
           isUsedToCount(GV, Visited);
  });
}

PreservedAnalyses ProfileMismatchPass::run(Module &M, ModuleAnalysisManager &) {
  static constexpr size_t MaxNamed = 3;
  std::vector<std::string> Named;
  size_t Number = 0;
  for (const Function &F : M)
    if (!F.isDeclaration() && isMismatched(F) && ++Number <= MaxNamed)
      Named.push_back(FunctionNames(F.getName()).signature());
  if (!Number || !countsExactly(M))
    return PreservedAnalyses::all();
  if (Number > MaxNamed)
    Named.push_back("...");
  M.getContext().diagnose(DiagnosticInfoGeneric(
      "udpc: " + M.getSourceFileName() +
          ": the profile of -fprofile-use fits " + Twine(Number) +
          (Number == 1 ? " function" : " functions") +
          " no longer, because events are counted in this file, or because "
          "the source has changed (" +
          join(Named, ", ") +
          "); counts are exact all the same. To keep the profile's data, use a "
          "profile of clang's front end (-fprofile-instr-generate, "
          "-fprofile-instr-use), or of samples (-fprofile-sample-use), or "
          "count with fidelity: transparent",
      DS_Warning));
  return PreservedAnalyses::all();
}
