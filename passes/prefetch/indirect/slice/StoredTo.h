//===- StoredTo.h - What stores to the memory of a load ---------*- C++ -*-===//

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
  /// Offsets are known up to multiples of this, the size of an array's element;
  /// 0: exactly.
  uint64_t Stride = 0;

  static PointerRoots of(const llvm::Value &Pointer,
                         const llvm::DataLayout &DL);
};

enum class SameMemory {
  No,
  /// Of an object that another field of the same structure points to, as the
  /// begin and the end of a C++ container.
  NearField,
  Yes
};

/// Whether \p Store may write an element of the work list that \p Load reads:
/// the same field of an element of the same array. \p InStored is the offset of
/// the element in what is stored, as lanes of vectors have.
SameMemory isSameList(const llvm::LoadInst &Load, const llvm::StoreInst &Store,
                      int64_t InStored = 0);

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_INDIRECT_SLICE_STOREDTO_H
