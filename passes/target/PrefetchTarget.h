//===- PrefetchTarget.h - Interface of prefetch targets ---------*- C++ -*-===//
//
// Defines a target's memory operations and prefetch code, with one source file
// for each target. For final code only, after register allocation.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_TARGET_PREFETCHTARGET_H
#define UDPC_PASSES_TARGET_PREFETCHTARGET_H

#include "profdata/hints/Hint.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace llvm {
class MachineInstr;
class Triple;
} // namespace llvm

namespace udpc {

class LiveRegisters;

/// The code of one prefetch, not yet in any block, or the reason why there is
/// none.
struct PrefetchCode {
  llvm::SmallVector<llvm::MachineInstr *, 3> Instructions;
  /// Without instructions, the reason: "the address is a vector". Otherwise a
  /// deviation from the hint, or "".
  std::string Reason;
};

/// A target with prefetches. Instances are constants.
class PrefetchTarget {
public:
  virtual ~PrefetchTarget() = default;

  virtual bool fits(const llvm::Triple &T) const = 0;

  /// Whether \p MI gets a key, because it names memory.
  virtual bool isMemoryOperation(const llvm::MachineInstr &MI) const = 0;
  /// Whether \p MI is a memory operation to which LLVM's pass gives no key. Its
  /// key is assigned after all others, which thus get the keys of LLVM's pass.
  virtual bool isKeyedLast(const llvm::MachineInstr &MI) const { return false; }
  /// Whether the target replaces \p MI by other memory operations after our
  /// passes have assigned keys, and whether \p MI is one of those.
  virtual bool isExpandedLater(const llvm::MachineInstr &MI) const {
    return false;
  }
  virtual bool isExpansion(const llvm::MachineInstr &MI) const { return false; }
  /// Whether \p MI is a prefetch, inserted or from the source.
  virtual bool isPrefetch(const llvm::MachineInstr &MI) const = 0;

  /// Creates the prefetch code of \p H for insertion before the memory
  /// operation \p MI. It preserves flags and live registers.
  virtual PrefetchCode prefetch(llvm::MachineInstr &MI, const Hint &H,
                                LiveRegisters &Live) const = 0;

  /// Whether inserting code after the target's branch relaxation may move
  /// branches out of range of their targets.
  virtual bool mustFitBranches() const = 0;
};

/// The target for \p T, or null if it has no prefetches.
const PrefetchTarget *findPrefetchTarget(const llvm::Triple &T);

} // namespace udpc

#endif // UDPC_PASSES_TARGET_PREFETCHTARGET_H
