//===- EveryUnit.h - The unit of an event with `every` ---------*- C++ -*-===//
//
// An N-th occurrence of an event in a thread can be seen only if all sites of
// the event count in the same words (abi::EveryWords). So such an event has a
// unit of its own, which all translation units of a module emit and the linker
// keeps once. It is named after its contents. Sites that are counted apart also
// have pairs in the units of their translation units (abi::EveryPair).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_EVERYUNIT_H
#define UDPC_PASSES_LOWERING_EVERYUNIT_H

#include "passes/lowering/CountingGroup.h"
#include "llvm/IR/CallingConv.h"

namespace llvm {
class FunctionType;
class GlobalVariable;
class LLVMContext;
class Module;
} // namespace llvm

namespace udpc {

struct EveryUnit {
  llvm::GlobalVariable *Unit;  ///< abi::Unit.
  llvm::GlobalVariable *Every; ///< abi::EveryRec.
  /// The thread-local abi::EveryWords. Null with lowering `call`, and if sites
  /// of code that libraries may have are counted apart.
  llvm::GlobalVariable *Words;
};

/// Returns the unit for the event of \p G.
EveryUnit makeEveryUnit(llvm::Module &M, const CountingGroup &G);

/// The type of abi::EveryRec::Overflow, and its calling convention.
llvm::FunctionType *overflowType(llvm::LLVMContext &C);
llvm::CallingConv::ID overflowConvention(const llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_EVERYUNIT_H
