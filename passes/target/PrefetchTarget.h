//===- PrefetchTarget.h - How a target prefetches ---------------*- C++ -*-===//
//
// What memory operations are and how to prefetch for them differs between
// targets; all of it stands behind this interface, a file for each. It is asked
// about final code only, after register allocation.
//
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_TARGET_PREFETCHTARGET_H
#define UDPC_PASSES_TARGET_PREFETCHTARGET_H

#include "profdata/hints/Hint.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/CodeGen/LiveRegUnits.h"
#include <string>

namespace llvm {
class MachineInstr;
class Triple;
} // namespace llvm

namespace udpc {

/// The code of one prefetch, not yet in any block; or why there is none.
struct PrefetchCode {
  llvm::SmallVector<llvm::MachineInstr *, 3> Instructions;
  /// If there are no instructions, why not: "the address is a vector". Else
  /// what is not as the hint has it, or "".
  std::string Reason;
};

/// Which registers are live in a block. To be asked of its instructions from
/// the last to the first: then it walks through the block once.
class LiveRegisters {
public:
  /// Those right before \p MI. The block must not have changed meanwhile.
  const llvm::LiveRegUnits &before(const llvm::MachineInstr &MI);

private:
  const llvm::MachineInstr *Now = nullptr;
  llvm::LiveRegUnits Units;
};

/// Instances are constants.
class PrefetchTarget {
public:
  virtual ~PrefetchTarget() = default;

  virtual bool fits(const llvm::Triple &T) const = 0;

  /// Whether \p MI is to have a key of its own: it names memory.
  virtual bool isMemoryOperation(const llvm::MachineInstr &MI) const = 0;
  /// Whether \p MI is a memory operation that LLVM's pass took for none. It
  /// gets its key after all others have theirs, so that they come out as there.
  virtual bool isKeyedLast(const llvm::MachineInstr &MI) const { return false; }
  /// Whether \p MI is a prefetch, of ours or of the source.
  virtual bool isPrefetch(const llvm::MachineInstr &MI) const = 0;

  /// Makes the code that prefetches for \p H when it stands right before the
  /// memory operation \p MI. It changes nothing that the program can see: no
  /// flags, and no register that is live there.
  virtual PrefetchCode prefetch(llvm::MachineInstr &MI, const Hint &H,
                                LiveRegisters &Live) const = 0;

  /// Whether branches may come to be too far from their targets when code is
  /// put in after the target's own passes have made them fit.
  virtual bool mustFitBranches() const = 0;
};

/// The one that fits \p T, or null: no prefetches there.
const PrefetchTarget *findPrefetchTarget(const llvm::Triple &T);

} // namespace udpc

#endif // UDPC_PASSES_TARGET_PREFETCHTARGET_H
