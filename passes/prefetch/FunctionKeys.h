//===- FunctionKeys.h - The keys of a function's operations ----*- C++ -*-===//
//
// The keys that DiscriminateMemOps assigns to memory operations, for
// InsertPrefetches and LabelMemOps.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PASSES_PREFETCH_FUNCTIONKEYS_H
#define UDPC_PASSES_PREFETCH_FUNCTIONKEYS_H

#include "passes/prefetch/MemOpDiscriminators.h"
#include "llvm/CodeGen/MachineInstr.h"
#include <map>

namespace udpc {

/// The place of a memory operation in its key: a location, and the
/// discriminator that replaces the one of the location's own line.
struct OperationPlace {
  const llvm::DILocation *At = nullptr;
  uint32_t Discriminator = 0;
};

/// The keys of a function's memory operations, as they are assigned.
struct FunctionKeys {
  KeyStore Store = KeyStore::None;
  /// The places of operations. Empty unless the keys are for a section: other
  /// keys are locations.
  llvm::DenseMap<const llvm::MachineInstr *, OperationPlace> Places;
  /// The places of operations that the target expands later, by the location,
  /// which their expansion keeps.
  llvm::DenseMap<const llvm::DILocation *, OperationPlace> Expanded;
  /// Operations whose discriminators differ from those of LLVM's debug
  /// information, because an operation before them has that place there: their
  /// places in LLVM's debug information.
  llvm::DenseMap<const llvm::MachineInstr *, OperationPlace> Shared;

  /// The place of \p MI; if it has no key of its own, its location. At is null
  /// if it has none.
  OperationPlace of(const llvm::MachineInstr &MI) const {
    if (auto It = Places.find(&MI); It != Places.end())
      return It->second;
    const llvm::DILocation *At = MI.getDebugLoc();
    return {At, At ? keyDiscriminator(*At, Store) : 0};
  }
};

/// The keys of the functions that are being compiled. The pass that assigns
/// keys adds them, the one that labels operations removes them.
using ModuleKeys = std::map<const llvm::MachineFunction *, FunctionKeys>;

} // namespace udpc

#endif // UDPC_PASSES_PREFETCH_FUNCTIONKEYS_H
