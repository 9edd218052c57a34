//===- AddedFunctions.cpp - Attributes of added functions -----------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ir/AddedFunctions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

void udpc::excludeFromInstrumentation(Function &F) {
  for (Attribute::AttrKind Kind :
       {Attribute::DisableSanitizerInstrumentation,
        Attribute::NoSanitizeCoverage, Attribute::NoProfile})
    F.addFnAttr(Kind);
}

void udpc::setAddedAttributes(Function &F) {
  excludeFromInstrumentation(F);
  const Module &M = *F.getParent();
  StringRef CPU = M.getContext().getDefaultTargetCPU();
  StringRef Features = M.getContext().getDefaultTargetFeatures();
  auto IsDefault = [&](const Function &Other) {
    return Other.getFnAttribute("target-cpu").getValueAsString() == CPU &&
           Other.getFnAttribute("target-features").getValueAsString() ==
               Features;
  };
  if (CPU.empty() && Features.empty())
    return;
  // `tune-cpu` is copied as well, but the context has no default for it.
  auto Same = find_if(M, IsDefault);
  if (Same == M.end())
    return;
  for (StringRef Name : {"target-cpu", "tune-cpu", "target-features"})
    if (Attribute A = Same->getFnAttribute(Name); A.isValid())
      F.addFnAttr(A);
  // Added functions have no vectors; clang sets this attribute for x86 only.
  if (Attribute A = Same->getFnAttribute("min-legal-vector-width"); A.isValid())
    F.addFnAttr(A.getKindAsString(), "0");
}

DebugLoc udpc::noLine(const Function &F) {
  if (DISubprogram *SP = F.getSubprogram())
    return DILocation::get(F.getContext(), 0, 0, SP);
  return DebugLoc();
}
