//===- StoredTo.h - Stores to a work list -----------------------*- C++ -*-===//
//
// Decides whether a store may write the memory that a load reads from a work
// list (WorkList.h).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_INDIRECT_SLICE_STOREDTO_H
#define UDPC_PASSES_PREFETCH_INDIRECT_SLICE_STOREDTO_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace llvm {
class DataLayout;
class LoadInst;
class StoreInst;
class Value;
} // namespace llvm

namespace udpc {

/// The objects that a pointer may be in, with its offset in bytes.
struct PointerRoots {
  struct Root {
    const llvm::Value *Object;
    int64_t Offset;
  };
  llvm::SmallVector<Root, 4> Roots;
  /// The unit up to which offsets are known: the size of an array's element; 0:
  /// they are exact.
  uint64_t Stride = 0;

  static PointerRoots of(const llvm::Value &Pointer,
                         const llvm::DataLayout &DL);
};

enum class SameMemory {
  No,
  /// The memory is of an object to which another field of the same structure
  /// points, as with the begin and the end of a C++ container.
  NearField,
  Yes
};

/// Whether \p Store may write an element of the work list that \p Load reads:
/// the same field of an element of the same array. \p InStored is the offset of
/// the element in the stored value, which may be a vector.
SameMemory isSameList(const llvm::LoadInst &Load, const llvm::StoreInst &Store,
                      int64_t InStored = 0);

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_SLICE_STOREDTO_H
