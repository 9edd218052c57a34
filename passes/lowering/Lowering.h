//===- Lowering.h - What stands at a site ----------------------*- C++ -*-===//
//
// A lowering turns count points into code. UnitEmitter.cpp adds what the
// runtime needs to find the counts (abi.h).
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_LOWERING_LOWERING_H
#define UDPC_PASSES_LOWERING_LOWERING_H

#include "passes/sites/Site.h"
#include "llvm/IR/IRBuilder.h"
#include <memory>

namespace llvm {
class GlobalVariable;
class Module;
} // namespace llvm

namespace udpc {

/// One way to count. Instances belong to one module.
class SiteLowering {
public:
  virtual ~SiteLowering() = default;

  virtual abi::UnitLowering kind() const = 0;

  /// Emits "slot += Step" at \p B. The code neither reads nor changes anything
  /// that the program can see. \p Step: 0 or 1, an i64.
  virtual void emitCount(llvm::IRBuilder<> &B, unsigned Slot,
                         llvm::Value *Step) = 0;

  /// Initial values of abi::Unit's Slots and Count.
  virtual llvm::Constant *slotsFunction() = 0;
  virtual llvm::Constant *countFunction() = 0;
};

/// One thread-local increment. For code that ends up in an executable.
std::unique_ptr<SiteLowering> createInlineLowering(llvm::Module &M,
                                                   unsigned NumSlots);
/// A call through the unit record \p Unit.
std::unique_ptr<SiteLowering> createCallLowering(llvm::Module &M,
                                                 llvm::GlobalVariable &Unit);

/// Whether the module can only become part of an executable, where the
/// distance of thread-local storage from the thread pointer is fixed.
bool isExecutableCode(const llvm::Module &M);

/// Inserts the code for all of \p Plan and the unit's record, site table and
/// registration. \p Wanted: Auto is Inline where that is possible.
void lowerPlan(llvm::Module &M, const EventSpec &Spec, const SitePlan &Plan,
               const EntryMatches &Matches, Lowering Wanted);

} // namespace udpc

#endif // UDPC_PASSES_LOWERING_LOWERING_H
