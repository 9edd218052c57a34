//===- HintSet.h - Prefetch hints by memory operation -----------*- C++ -*-===//
//
// The model of a hint file. Used by the compiler's passes and all commands on
// hints.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//

#ifndef UDPC_PROFDATA_HINTS_HINTSET_H
#define UDPC_PROFDATA_HINTS_HINTSET_H

#include "profdata/binary/operations/MemoryOperationKey.h"
#include "profdata/hints/Hint.h"
#include "profdata/hints/HintProcessor.h"
#include "llvm/Support/Error.h"
#include <map>
#include <vector>

namespace udpc {

/// Prefetch hints by key. Const methods are thread-safe.
class HintSet {
public:
  /// Hints of one key, in the order of insertion into the code.
  using HintList = std::vector<Hint>;
  using FunctionHints = std::map<MemoryOperationKey, HintList>;

  /// Whether keys have hashes (MD5) instead of function names.
  bool HasHashes = false;

  /// Whether each key is known to identify one operation. Keys that other tools
  /// make from debug information may be shared by the operations of a line.
  bool HasOperationKeys = false;

  /// The processors that the hints were measured on or recommended for. Empty
  /// if unknown.
  HintProcessors Processors;
  void addProcessor(const Cpu &C) { Processors.emplace(C.Kind, C.Name); }

  /// Appends \p H to the hints of \p Key. Returns false, without a change, if
  /// it is a duplicate or there are MaxHintIndex + 1 hints.
  bool add(const MemoryOperationKey &Key, Hint H);

  /// Adds \p Other. Fails if only one of the two has hashes instead of names.
  llvm::Error merge(const HintSet &Other);

  /// Returns the hints in the code of \p Function, including inlined code, or
  /// null. \p Function is a name, even if HasHashes.
  const FunctionHints *find(llvm::StringRef Function) const;

  /// Returns the form of the name \p Function in keys of this set.
  std::string nameInKeys(llvm::StringRef Function) const;

  /// Returns all hints, by the outermost function.
  const std::map<std::string, FunctionHints> &functions() const {
    return ByFunction;
  }
  size_t numHints() const { return NumHints; }
  bool empty() const { return NumHints == 0; }

private:
  std::map<std::string, FunctionHints> ByFunction;
  size_t NumHints = 0;
};

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINTSET_H
