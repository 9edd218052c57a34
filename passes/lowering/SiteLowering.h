//===- SiteLowering.h - Code at a site --------------------------*- C++ -*-===//
//
// A lowering emits the code of count points. UnitEmitter.cpp adds the records
// by which the runtime finds the counts (abi.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_SITELOWERING_H
#define UDPC_PASSES_LOWERING_SITELOWERING_H

#include "passes/sites/Site.h"
#include "llvm/IR/IRBuilder.h"
#include <memory>

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace udpc {

class TargetDescription;
struct UnitContents;

/// Interface of a lowering. Instances belong to one module.
class SiteLowering {
public:
  virtual ~SiteLowering() = default;

  virtual abi::UnitLowering kind() const = 0;

  /// Emits the code that counts \p Point at \p B, which may be elsewhere. The
  /// code has no effect on the program.
  virtual void emitCount(llvm::IRBuilder<> &B, const CountPoint &Point) = 0;

  /// Sets the fields of abi::Unit that depend on the lowering.
  virtual void describe(UnitContents &Fields) = 0;

  /// The thread-local slots, or null.
  virtual llvm::GlobalVariable *slots() { return nullptr; }
};

/// Creates the lowering to one thread-local increment. In code that may become
/// part of a shared library, the slots are those of ThreadSlots.h.
std::unique_ptr<SiteLowering> createInlineLowering(llvm::Module &M,
                                                   unsigned NumSlots,
                                                   llvm::GlobalVariable &Unit);
/// Creates the lowering to a call through the unit record \p Unit.
std::unique_ptr<SiteLowering> createCallLowering(llvm::Module &M,
                                                 llvm::GlobalVariable &Unit);
/// Creates the lowering to one udpc instruction. \p Plan has a slot per site.
std::unique_ptr<SiteLowering>
createInstructionLowering(llvm::Module &M, const EventSpec &Spec,
                          const SitePlan &Plan, llvm::GlobalVariable &Unit,
                          const TargetDescription &Target);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_SITELOWERING_H
