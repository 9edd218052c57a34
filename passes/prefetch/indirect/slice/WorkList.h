//===- WorkList.h - Addresses from a work list ------------------*- C++ -*-===//
//
// A loop pops a pointer or an index from a stack, queue or heap, and accesses
// the object that it names. The loop's induction variables do not tell which
// value is popped next, but where a value is pushed it is known.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_SLICE_WORKLIST_H
#define UDPC_PASSES_PREFETCH_INDIRECT_SLICE_WORKLIST_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace llvm {
class AAResults;
class CastInst;
class Instruction;
class LoadInst;
class Loop;
class LoopInfo;
class StoreInst;
class Value;
} // namespace llvm

namespace udpc {

/// A load from the work list, and the casts of its value, innermost first.
struct Pop {
  llvm::LoadInst *Load;
  llvm::SmallVector<llvm::CastInst *, 2> Casts;
};

/// A store to the work list.
struct Push {
  llvm::StoreInst *Store;
  unsigned To;   ///< Index into WorkList::Pops.
  int Lane = -1; ///< Lane of a stored vector; else -1.
};

struct WorkList {
  /// An operand of the address' computation, directly or not, that has the
  /// values of Pops.
  llvm::Value *Popped = nullptr;
  std::vector<Pop> Pops;
  std::vector<Push> Pushes;
  /// The first values of PHIs in inner loops' headers.
  llvm::SmallDenseMap<llvm::Value *, llvm::Value *, 2> First;
  /// The reason why there are no Pushes; else empty.
  llvm::StringRef Problem;

  /// Returns the work list that \p Address, which \p Access needs, comes from.
  static WorkList find(llvm::Value &Address, const llvm::Instruction &Access,
                       const llvm::LoopInfo &Loops, llvm::AAResults &Aliases);
};

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_SLICE_WORKLIST_H
