//===- EveryUnit.h - The unit of an event with `every` ---------*- C++ -*-===//
//
// An N-th occurrence of an event in a thread can be seen only if all sites of
// the event count in the same words (abi::EveryWords). So such an event has a
// unit of its own, which all translation units of a module emit and the linker
// keeps once. It is named after its contents.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_EVERYUNIT_H
#define UDPC_PASSES_LOWERING_EVERYUNIT_H

#include "passes/lowering/Lowering.h"

namespace udpc {

struct EveryUnit {
  llvm::GlobalVariable *Unit;  ///< abi::Unit.
  llvm::GlobalVariable *Every; ///< abi::EveryRec.
  /// The thread-local abi::EveryWords; null with lowering `call`.
  llvm::GlobalVariable *Words;
};

/// Returns the unit for event number \p Event of \p Spec. \p SiteLowering is
/// Inline or Call.
EveryUnit makeEveryUnit(llvm::Module &M, const EventSpec &Spec, unsigned Event,
                        Lowering SiteLowering);

/// The type of abi::EveryRec::Overflow, and its calling convention.
llvm::FunctionType *overflowType(llvm::LLVMContext &C);
llvm::CallingConv::ID overflowConvention(const llvm::Module &M);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_EVERYUNIT_H
