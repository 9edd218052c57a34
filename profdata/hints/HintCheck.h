//===- HintCheck.h - Checks hints against a binary --------------*- C++ -*-===//

#ifndef UDPC_PROFDATA_HINTS_HINTCHECK_H
#define UDPC_PROFDATA_HINTS_HINTCHECK_H

#include "profdata/hints/HintSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace udpc {

class BinaryOperations;

enum class HintVerdict {
  Applies,         ///< To exactly one operation.
  Prefetched,      ///< The same, and prefetches precede it.
  NoFunction,      ///< No memory operation is in a function of that name.
  NoOperation,     ///< No operation of the function has this key.
  Call,            ///< The same; indirect ones may be for a call in that line.
  Several,         ///< More than one operation has this key.
  NotPrefetchable, ///< One has, but it cannot be prefetched.
};
/// "applies", "prefetched", "no-function", "no-operation", "call", "several",
/// "not-prefetchable".
llvm::StringRef hintVerdictWord(HintVerdict Verdict);

/// The result for one key.
struct CheckedKey {
  const MemoryOperationKey *Key = nullptr; ///< Owned by the set.
  const HintSet::HintList *Hints = nullptr;
  HintVerdict Verdict = HintVerdict::NoFunction;
  /// The reason, with advice; "" if the hints apply.
  std::string Reason;
  std::vector<uint64_t> Addresses; ///< Of the operations that have the key.
  /// If none has it: the most similar keys of the function.
  std::vector<MemoryOperationKey> Nearest;

  bool applies() const {
    return Verdict == HintVerdict::Applies ||
           Verdict == HintVerdict::Prefetched;
  }
};

/// By key. One pass over the code of \p Binary.
llvm::Expected<std::vector<CheckedKey>> checkHints(
    const HintSet &Hints, BinaryOperations &Binary,
    llvm::function_ref<void(double)> Progress = [](double) {});

} // namespace udpc

#endif // UDPC_PROFDATA_HINTS_HINTCHECK_H
