//===- HintSet.h - Prefetch hints by memory operation ----------*- C++ -*-===//

#ifndef UDPC_PROFDATA_HINTS_HINTSET_H
#define UDPC_PROFDATA_HINTS_HINTSET_H

#include "profdata/binary/operations/MemoryOperationKey.h"
#include "profdata/hints/Hint.h"
#include "profdata/hints/HintProcessor.h"
#include "llvm/Support/Error.h"
#include <map>
#include <vector>

namespace udpc {

/// Prefetch hints by key. Thread-compatible.
class HintSet {
public:
  /// In the order of insertion into the code.
  using HintList = std::vector<Hint>;
  using FunctionHints = std::map<MemoryOperationKey, HintList>;

  /// Whether keys have hashes (MD5) instead of function names.
  bool HasHashes = false;

  /// Whether each key is known to identify one operation. Keys that other tools
  /// make of debug information may be shared by the operations of a line.
  bool HasOperationKeys = false;

  /// What they were measured on, or recommended for. Empty: not known.
  HintProcessors Processors;
  void addProcessor(const Cpu &C) { Processors.emplace(C.Kind, C.Name); }

  /// Appends \p H to the hints of \p Key. False, and no change, if it is a
  /// duplicate or there are MaxHintIndex + 1 hints.
  bool add(const MemoryOperationKey &Key, Hint H);

  /// Adds \p Other. Fails if only one of the two has hashes instead of names.
  llvm::Error merge(const HintSet &Other);

  /// The hints in the code of \p Function, inlined code included; null if there
  /// are none. \p Function is a name, regardless of HasHashes.
  const FunctionHints *find(llvm::StringRef Function) const;

  /// The representation of the name \p Function in keys of this set.
  std::string nameInKeys(llvm::StringRef Function) const;

  /// By the outermost function.
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
