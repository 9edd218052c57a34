//===- SourceFunction.cpp - A function of the source ----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "passes/sites/SourceFunction.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace udpc;

bool udpc::isCompilerGenerated(StringRef Name) {
  static constexpr StringRef Prefixes[] = {"_GLOBAL__",
                                           "__cxx_global_",
                                           "__clang_call_terminate",
                                           "__tls_init",
                                           "_ZTW",
                                           "_ZTH",
                                           "_ZTh",
                                           "_ZTv",
                                           "_ZTc",
                                           "_ZGI",
                                           "__cuda_module_",
                                           "__cuda_register_globals",
                                           "__hip_module_",
                                           "__hip_register_globals",
                                           "__udpc_"};
  // The suffix is that of resolvers of target_clones.
  return any_of(Prefixes, [&](StringRef P) { return Name.starts_with(P); }) ||
         Name.ends_with(".resolver");
}

/// Whether \p A and \p B may name variants of one constructor or destructor,
/// which differ in the digit of `C1`, `CI2`, `D0`. Demangling is slow.
static bool mayBeVariants(StringRef A, StringRef B) {
  if (A.size() != B.size())
    return false;
  auto [InA, InB] = std::mismatch(A.begin(), A.end(), B.begin());
  return InA != A.end() && isDigit(*InA) && isDigit(*InB) &&
         std::equal(InA + 1, A.end(), InB + 1);
}

/// Whether \p V is the first argument of \p F, or a load of the variable in
/// which clang keeps it.
static bool isFirstArgument(const Value *V, const Function &F) {
  if (F.arg_empty())
    return false;
  const auto *Load = dyn_cast<LoadInst>(V);
  if (!Load)
    return V == F.getArg(0);
  const Value *Variable = Load->getPointerOperand();
  return isa<AllocaInst>(Variable) && any_of(Variable->users(), [&](auto *U) {
           auto *Store = dyn_cast<StoreInst>(U);
           return Store && Store->getPointerOperand() == Variable &&
                  Store->getValueOperand() == F.getArg(0);
         });
}

/// Whether \p F is a variant of a constructor or destructor that calls another
/// variant for its object (C1 to C2, D0 to D1, ...). The source has one
/// function; the last variant in the chain counts for all. Calls for other
/// objects are in the body, such as `delete Left` in `~Tree()`.
static bool forwardsToVariant(const Function &F, const FunctionNames &Names) {
  if (!Names.mayBeCtorOrDtor())
    return false;
  for (const Instruction &I : instructions(F)) {
    const auto *Call = dyn_cast<CallBase>(&I);
    // The callee may be an alias: D1 is often one of D2.
    const auto *Callee =
        Call ? dyn_cast<GlobalValue>(Call->getCalledOperand()) : nullptr;
    if (!Callee || Callee == &F ||
        !mayBeVariants(Callee->getName(), F.getName()) || Call->arg_empty() ||
        !isFirstArgument(Call->getArgOperand(0), F))
      continue;
    FunctionNames CalleeNames(Callee->getName());
    if (Names.isCtorOrDtor() && CalleeNames.isCtorOrDtor() &&
        CalleeNames.signature() == Names.signature())
      return true;
  }
  return false;
}

/// Whether \p F is the resolver of an ifunc.
static bool isResolver(const Function &F) {
  return any_of(F.getParent()->ifuncs(), [&](const GlobalIFunc &I) {
    return I.getResolverFunction() == &F;
  });
}

bool udpc::canEnterResolvers(const Module &M) {
  const Triple &T = M.getTargetTriple();
  return (T.isX86_64() && !T.isX32()) || T.isAArch64() || T.isRISCV64();
}

StringRef udpc::reasonNotToAdd(const Function &F, AddedCode Where) {
  // Machine code may be added before the assembly.
  if (F.hasFnAttribute(Attribute::Naked) && Where != AddedCode::AsFinal)
    return "it is naked: there is no place for code before its own";
  if (F.hasFnAttribute(Attribute::NoProfile))
    return "it has the attribute no_profile_instrument_function";
  if (isResolver(F) && !canEnterResolvers(*F.getParent()))
    return "it resolves an ifunc: it runs before thread-local storage exists";
  return "";
}

StringRef udpc::reasonNotToCount(const Function &F,
                                 const FunctionNames &Names) {
  if (StringRef Reason = reasonNotToAdd(F, AddedCode::InIR); !Reason.empty())
    return Reason;
  if (forwardsToVariant(F, Names))
    return "this variant of a constructor or destructor calls the one that "
           "counts";
  return "";
}

SourcePosition udpc::positionOf(const Function &F) {
  if (const DISubprogram *SP = F.getSubprogram())
    return {absolutePath(SP->getFilename(), SP->getDirectory()), SP->getLine()};
  SmallString<128> Directory;
  (void)sys::fs::current_path(Directory);
  return {absolutePath(F.getParent()->getSourceFileName(), Directory), 0};
}

SourcePosition FunctionPositions::of(const Function &F) {
  const DISubprogram *SP = F.getSubprogram();
  if (!SP || !SP->getFile())
    return positionOf(F);
  auto [It, New] = Paths.try_emplace(SP->getFile());
  if (New)
    It->second = absolutePath(SP->getFilename(), SP->getDirectory());
  return {It->second, SP->getLine()};
}
