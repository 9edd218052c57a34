//===- SourceFunction.h - Functions as the front end describes --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef UDPC_TEST_UNIT_SPEC_SOURCEFUNCTION_H
#define UDPC_TEST_UNIT_SPEC_SOURCEFUNCTION_H

#include "ir/Markers.h"
#include "ir/SourceNames.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

namespace udpc {

/// The names of a function of which the front end gives the spellings \p
/// Sources.
inline FunctionNames namesOf(const char *LinkageName, const char *Sources) {
  llvm::LLVMContext Context;
  llvm::Module M("m", Context);
  auto *F = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(Context), false),
      llvm::GlobalValue::ExternalLinkage, LinkageName, M);
  F->addFnAttr(SignatureAttribute, Sources);
  return sourceNamesOf(*F);
}

} // namespace udpc

#endif // UDPC_TEST_UNIT_SPEC_SOURCEFUNCTION_H
